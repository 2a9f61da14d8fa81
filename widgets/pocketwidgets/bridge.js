// What the browser must do for a board on a canvas: keys, names, focus, hover, touch, and a report
// of the page. It sits beside the canvas; all events are caught on their common parent, before
// the canvas, which would swallow every key and send every movement of the mouse. The regions are
// the rows of rows.py, whose lines come before these.
const SVG = 'http://www.w3.org/2000/svg';
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEPT = ['mousemove', 'mousedown', 'mouseup', 'mouseout', 'wheel',
  'touchstart', 'touchmove', 'touchend', 'touchcancel'];
const HELP = 'Arrow keys move over the board and speak its parts, N and P go to the next and the '
  + 'previous part that may be pressed, D tells all about a part, Enter presses, '
  + 'Escape takes the last press back, Tab leaves the board.';
const TAKE_BACK = 'back', CONFIRM = 'confirm';    // keys of regions, as in selecting.py
let count = 0;

const part = (tag, kind) => {
  const made = document.createElement(tag);
  made.className = kind;
  return made;
};

const inside = (points, x, y) => {
  let odd = false;
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2) {
    const [x1, y1, x2, y2] = [points[j], points[j + 1], points[i], points[i + 1]];
    if ((y1 > y) !== (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1) odd = !odd;
  }
  return odd;
};

const middle = points => {
  const xs = points.filter((_, i) => i % 2 === 0), ys = points.filter((_, i) => i % 2);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
};

class Board {
  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.at = null;        // the key of the region that the arrow keys have reached
    this.over = null;      // the key of the region under the mouse
    this.byKeys = false;   // did the last event come from the keyboard?
    this.told = {};
    this.undo = [];
    this.live = part('div', 'pk-hidden');
    this.live.setAttribute('role', 'status');
    this.help = part('div', 'pk-hidden');
    this.help.id = `pk-help-${Date.now()}-${count += 1}`;
    this.help.textContent = HELP;
    this.marks = document.createElementNS(SVG, 'svg');
    this.marks.setAttribute('class', 'pk-over');
    this.marks.setAttribute('aria-hidden', 'true');
    el.append(this.live, this.help);
  }

  get regions() { return rowsOf(this.model); }
  get canvas() { return this.host && this.host.querySelector('canvas'); }

  // --- life

  begin() {
    this.host = this.el.closest('.pk-live');
    if (!this.host) return false;
    this.host.append(this.marks);                 // its place is counted from there
    KEPT.forEach(name => this.on(this.host, name, e => this.keep(e), { capture: true, passive: true }));
    this.on(this.host, 'keydown', e => this.key(e), true);
    this.on(this.host, 'click', e => this.click(e), true);
    this.on(this.host, 'pointermove', e => this.hover(e), true);
    this.on(this.host, 'pointerdown', e => { this.byKeys = false; this.hover(e, true); }, true);
    this.on(this.host, 'pointerup', e => this.hover(e), true);
    this.on(this.host, 'pointerleave', () => this.leave());
    this.on(this.host, 'focusin', e => { if (e.target === this.canvas) this.entered(); });
    this.on(this.host, 'focusout', () => { this.byKeys = false; this.draw(); });
    const names = () => { this.name(); this.keepUp(); this.draw(); };
    const rested = () => this.rested();
    ['label', 'rows', 'opened', 'size'].forEach(n => this.model.on(`change:${n}`, names));
    this.model.on('change:resting', rested);
    this.undo.push(() => { this.model.off(null, names); this.model.off(null, rested); });
    const seen = new MutationObserver(() => this.name());
    seen.observe(this.host, { childList: true, subtree: true });
    const sized = new ResizeObserver(() => { this.report(); this.draw(); });
    sized.observe(this.host);
    const theme = new MutationObserver(() => this.report());
    theme.observe(document.body, { attributes: true, attributeFilter: ['data-jp-theme-light'] });
    this.undo.push(() => { seen.disconnect(); sized.disconnect(); theme.disconnect(); });
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
    [this.dark, this.calm].forEach(m => this.on(m, 'change', () => this.report()));
    this.on(window, 'resize', () => this.report());
    this.name();
    this.report();
    return true;
  }

  on(target, name, act, options) {
    target.addEventListener(name, act, options);
    this.undo.push(() => target.removeEventListener(name, act, options));
  }

  end() { this.undo.forEach(f => f()); this.marks.remove(); }

  // --- what is told to Python

  report() {
    // hidden, as JupyterLab's page is while its theme changes, or not laid out yet
    const hidden = this.host.clientWidth < 40;
    const width = hidden ? this.told.width : this.host.clientWidth;
    if (!width) return;
    const light = document.body.dataset.jpThemeLight;
    // small changes of the height, as by a phone's bars, don't matter
    const seen = hidden ? this.told.height : Math.max(0, this.room() - 12);
    const kept = Math.abs(seen - this.told.height) < 60 && width === this.told.width;
    const now = {
      width,
      height: kept ? this.told.height : seen,
      pixels: window.devicePixelRatio || 1,
      dark: light === undefined ? this.dark.matches : light === 'false',
      calm: this.calm.matches,
    };
    const was = this.told;
    // a scroll bar that comes and goes must not make the board change its width for ever
    const same = now.width <= was.width + 20 && now.width >= was.width;
    if (same && ['height', 'pixels', 'dark', 'calm'].every(n => now[n] === was[n])) return;
    this.told = now;
    this.model.send({ event: 'page', ...now });
  }

  // the height of what is seen of the page at once: of the part that scrolls, if one does
  room() {
    for (let at = this.host.parentElement; at && at !== document.body; at = at.parentElement) {
      const scrolls = /auto|scroll/.test(getComputedStyle(at).overflowY);
      if (scrolls && at.clientHeight > 200 && at.scrollHeight > at.clientHeight + 4) {
        return Math.min(at.clientHeight, window.innerHeight);
      }
    }
    return window.innerHeight;
  }

  press(what) { this.model.send({ event: 'press', ...what }); }

  // --- names for who does not see the board

  name() {
    const canvas = this.canvas;
    if (!canvas) return;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute('aria-label', this.model.get('label'));
    canvas.setAttribute('aria-describedby', this.help.id);
  }

  say(text) {
    // the same words twice would not be spoken twice
    this.live.textContent = this.live.textContent === text ? `${text}\u00a0` : text;
  }

  entered() {
    this.byKeys = this.canvas.matches(':focus-visible');
    if (this.byKeys) this.go(this.here() || this.first(), `${this.model.get('asked')} `);
    this.draw();
  }

  // other regions are there: nothing of those before may be spoken or found any more
  keepUp() {
    if (!this.regions.length) this.at = this.over = null;
    const here = this.here();
    if (!here || !this.live.textContent.includes(here[1])) this.live.textContent = '';
    // a move that is whole now is played by the same key that has completed it
    const whole = this.isOpen(CONFIRM);
    if (whole && !(this.whole && here && this.isOpen(here[0]))) this.at = CONFIRM;
    this.whole = whole;
  }

  // the picture shows again how the game stands: carry out the key that could not wait for it
  rested() {
    const { later } = this;
    if (this.model.get('resting') || !later) return;
    this.later = null;
    later();
    this.draw();
  }

  // --- mouse and touch

  keep(e) {
    if (e.target !== this.canvas) return;
    e.stopPropagation();                          // the canvas would send it, or stop the page
  }

  place(e) {
    const box = this.canvas.getBoundingClientRect(), [w, h] = this.model.get('size');
    return [(e.clientX - box.left) / box.width * w, (e.clientY - box.top) / box.height * h];
  }

  region(e) {
    const [x, y] = this.place(e);
    return [...this.regions].reverse().find(r => inside(r[2], x, y));
  }

  click(e) {
    if (e.target !== this.canvas) return;
    const [x, y] = this.place(e);
    const found = this.region(e);
    if (found) this.at = found[0];
    this.press({ x, y });
  }

  hover(e, down = false) {
    if (!this.canvas || e.target !== this.canvas || e.pointerType === 'touch') return;
    const found = this.region(e), key = found && this.isOpen(found[0]) ? found[0] : null;
    this.canvas.style.cursor = key ? 'pointer' : 'default';
    if (key === this.over && down === this.down) return;
    [this.over, this.down] = [key, down];
    this.draw();
  }

  leave() { this.over = null; this.down = false; this.draw(); }

  // --- keys

  isOpen(key) { return this.model.get('opened').includes(key); }
  standing(key) {
    if (this.model.get('chosen').includes(key)) return '; chosen';
    if (!this.isOpen(key) || key === TAKE_BACK || key === CONFIRM) return '';
    const does = this.here()[3];
    return does ? `; Enter: ${does}` : '; can be pressed';
  }
  here() { return this.regions.find(r => r[0] === this.at); }
  first() { return this.regions.find(r => this.isOpen(r[0])) || this.regions[0]; }

  key(e) {
    if (e.target !== this.canvas) return;
    e.stopPropagation();                          // the canvas would swallow every key
    if (e.key === 'Tab' || e.ctrlKey || e.metaKey || e.altKey) return;
    const act = this.action(e.key);
    if (!act) return;
    e.preventDefault();
    this.byKeys = true;
    if (this.model.get('resting')) {
      // the picture is one of the past: what is to be pressed in it can't be meant
      const moves = !['Enter', ' ', 'Escape'].includes(e.key);
      this.later = moves ? act : () => this.say(this.model.get('asked'));
      this.model.send({ event: 'skip' });
      return;
    }
    act();
    this.draw();
  }

  action(key) {
    if (ARROWS[key]) return () => this.go(this.beside(...ARROWS[key]));
    const all = this.regions;
    return {
      Home: () => this.go(all[0]),
      End: () => this.go(all[all.length - 1]),
      n: () => this.next(1),
      p: () => this.next(-1),
      d: () => this.here() && this.model.send({ event: 'about', key: this.at }),
      Enter: () => this.enter(),
      ' ': () => this.enter(),
      Escape: () => this.model.send({ event: 'back' }),
    }[key];
  }

  enter() {
    const here = this.here();
    if (here) this.press({ key: here[0] });
    else this.go(this.first());
  }

  go(region, before = '') {
    if (!region) { this.say(before); return; }
    this.at = region[0];
    this.say(before + region[1] + this.standing(region[0]));
  }

  // to the next part that may be pressed; where there is none, what is asked tells why: the result
  // of a game that is over, say
  next(step) {
    const one = this.nextOpen(step);
    if (one) this.go(one);
    else this.say(this.model.get('asked'));
  }

  // the last press is taken back with Escape: on the way to the next part it would be in the way
  nextOpen(step) {
    const all = this.regions, n = all.length, from = all.findIndex(r => r[0] === this.at);
    for (let i = 1; i <= n; i += 1) {
      const one = all[(Math.max(from, step > 0 ? -1 : 0) + step * i + n * i) % n];
      if (one[0] !== TAKE_BACK && this.isOpen(one[0])) return one;
    }
    return null;
  }

  // the nearest region in a direction; at the edge sideways the next one in reading order
  beside(dx, dy) {
    const here = this.here();
    if (!here) return this.first();
    const [x, y] = middle(here[2]);
    let best = null, least = Infinity;
    for (const one of this.regions) {
      const [ox, oy] = middle(one[2]), along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (along > 1 && aside < along * 1.5 && along + 2 * aside < least) {
        [best, least] = [one, along + 2 * aside];
      }
    }
    if (best || dy) return best || here;
    const all = this.regions, at = all.indexOf(here);
    return all[(at + dx + all.length) % all.length];
  }

  // --- what is drawn over the canvas, without any message

  draw() {
    const canvas = this.canvas;
    if (!canvas || !this.host) return;
    const [w, h] = this.model.get('size');
    Object.assign(this.marks.style, {
      left: `${canvas.offsetLeft}px`, top: `${canvas.offsetTop}px`,
      width: `${canvas.offsetWidth}px`, height: `${canvas.offsetHeight}px`,
    });
    this.marks.setAttribute('viewBox', `0 0 ${w} ${h}`);
    this.marks.replaceChildren();
    const over = this.regions.find(r => r[0] === this.over);
    if (over) this.outline(over, this.down ? 'pk-down' : 'pk-hover');
    const focused = document.activeElement === canvas && this.byKeys;
    const here = focused && this.here();
    if (here) { this.outline(here, 'pk-ring-out'); this.outline(here, 'pk-ring-in'); }
  }

  outline([, , points], kind) {
    const made = document.createElementNS(SVG, 'polygon');
    const pairs = points.map((v, i) => (i % 2 ? `${v} ` : `${v},`)).join('');
    made.setAttribute('points', pairs);
    made.setAttribute('class', kind);
    this.marks.append(made);
  }
}

export default {
  initialize,
  render({ model, el }) {
    const board = new Board(model, el);
    let waiting = true;
    const start = () => { if (waiting && !board.begin()) setTimeout(start, 30); };
    start();
    return () => { waiting = false; board.end(); };
  },
};
