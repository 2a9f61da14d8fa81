// What the browser must do for a whole table or sheet, not only for the status line itself: it
// speaks, keeps the keys from JupyterLab, names what has no name, and never lets the focus go
// astray. All of it is done once for the outermost box.
const OPEN = 'mod-active';

// JupyterLab takes plain keys for its commands wherever no text is typed: an arrow in a list leaves
// the table, X on a button cuts the cell. Keys with Ctrl, Alt or Meta stay its own, but for Enter.
const keep = e => {
  dieOf(e)?.click();
  const command = e.ctrlKey || e.metaKey || e.altKey;
  if (e.key === 'Escape' ? leave(e) : !command || e.key === 'Enter') e.stopPropagation();
};

// a digit is the die of a real throw, where one is asked for
const dieOf = e => {
  if (!/^[1-6]$/.test(e.key) || e.ctrlKey || e.metaKey || e.altKey) return null;
  if (e.target.closest('input, textarea, select, canvas')) return null;
  const die = e.currentTarget.querySelector(`button.pk-die-${e.key}`);
  return die && die.offsetParent ? die : null;
};

const foldOf = node => node.closest && node.closest('.pk-fold');

// Escape in a sheet closes it, and the focus is on its button again
const leave = e => {
  const fold = foldOf(e.target), root = e.target.closest('.pocket');
  const opener = fold && root && [...root.querySelectorAll(`.pk-opener.${OPEN}`)]
    .find(b => b.textContent.trim() === fold.getAttribute('aria-label'));
  if (opener) { opener.focus(); opener.click(); }
  return !!opener;
};

const seen = node => node.offsetParent !== null && !node.disabled;
const FOCUS = 'button, select, input, textarea, a[href], summary, [tabindex="0"]';
const can = node => seen(node) && node.type !== 'file' && node.tabIndex >= 0;

// what has got the focus must be on the screen; what is there already stays where it is
const show = node => {
  const { left, top, bottom } = node.getBoundingClientRect();
  const there = y => node.contains(document.elementFromPoint(left + 12, y));
  if (!there(top + 3) || !there(bottom - 3)) node.scrollIntoView({ block: 'center' });
};

// A press at the place of the one before, so soon after it or after what it changed, is its second
// half: nobody can have read by then what stands there now.
const DOUBLE = 500, UNREAD = 350, SAME_PLACE = 8;
const wordsOf = node => (node.closest('button, canvas') || node).textContent.trim();

// A press leads to nothing, and nothing else says so, when no kernel listens any more: it was
// restarted, or its server has stopped. Front ends that don't tell are taken to have one.
const CUT_OFF = 'Nothing that you press here arrives: the connection to the kernel is gone. If that '
  + 'lasts, choose Run > Run All Cells in the menu (in app mode: load the page again).';
const cutOff = (model, el) => {
  const kernel = model.widget_manager && model.widget_manager.kernel;
  return kernel === null || !!el.closest('.jupyter-widgets-disconnected')
    || !!kernel && kernel.connectionStatus !== 'connected';
};

class Root {
  constructor(el) {
    this.el = el;
    this.last = null;   // what had the focus last, while it was not put elsewhere
    this.timer = 0;
    this.users = 0;     // status lines in the box
    this.pressed = { x: -99, y: -99, at: -DOUBLE, words: '' };   // by mouse or finger
    this.turned = -UNREAD;   // when the moves at hand have changed last
    this.check = () => false;   // is what is pressed heard by nobody?
    this.once = e => this.sift(e);
    el.addEventListener('click', this.once, true);
    this.heard = Object.entries({
      keydown: e => { keep(e); if (e.key === 'Enter') this.check(); },
      focusin: e => this.entered(e.target),
      focusout: e => this.left(e.relatedTarget),
    });
    this.heard.forEach(([name, act]) => el.addEventListener(name, act));
    // a button that is disabled loses the focus without an event, at least not always with one
    this.changes = new MutationObserver(all => all.forEach(({ target, attributeName: what }) => (
      what === 'disabled' ? this.mend() : this.mark(target)
    )));
    const attributeFilter = ['class', 'disabled'];
    this.changes.observe(el, { subtree: true, attributes: true, attributeFilter });
    el.querySelectorAll('.pk-opener').forEach(one => this.mark(one));
  }

  end() {
    this.changes.disconnect();
    this.el.removeEventListener('click', this.once, true);
    clearTimeout(this.timer);
    this.heard.forEach(([name, act]) => this.el.removeEventListener(name, act));
  }

  // a button that opens something tells whether that is open; one that asks has to be seen
  mark(node) {
    if (node.matches('.pk-sure.pk-asking')) setTimeout(() => seen(node) && show(node), 60);
    if (node.matches('button.pk-opener')) {
      node.setAttribute('aria-expanded', node.classList.contains(OPEN));
    }
  }

  turn() {
    this.turned = performance.now();
    this.mend();
  }

  // Let no double click fall on another move than the one that it was meant for.
  sift(e) {
    if (this.check()) { e.stopPropagation(); e.preventDefault(); return; }
    if (!e.detail) return;   // by a key
    const was = this.pressed, now = performance.now(), words = wordsOf(e.target);
    this.pressed = { x: e.clientX, y: e.clientY, at: now, words };
    if (!e.target.closest('.pk-move, canvas')) return;
    if (Math.hypot(e.clientX - was.x, e.clientY - was.y) > SAME_PLACE) return;
    const soon = now - was.at < DOUBLE || now - this.turned < UNREAD;
    if (!soon || (this.turned < was.at && words === was.words)) return;
    e.stopPropagation();
    e.preventDefault();
  }

  left(next) {
    if (next && !this.el.contains(next)) this.last = null;
    else this.mend();
  }

  entered(node) {
    this.last = node;
    const box = node.closest('.pk-option');
    const help = box && box.querySelector('.pk-explains');
    if (help && node.matches('select, input')) {
      help.id = help.id || `pk-explains-${Math.random()}`;
      node.setAttribute('aria-describedby', help.id);
    }
  }

  get lost() {
    const now = document.activeElement;
    return !now || now === document.body || !seen(now);
  }

  // Bring the focus back, if what had it here is disabled, hidden or gone now.
  mend() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (!this.last || !this.lost || (this.last.isConnected && seen(this.last))) return;
      const next = this.beside(this.last) || this.first();
      if (next) { next.focus({ preventScroll: true }); show(next); }
    }, 60);
  }

  // the next thing in the sheet of one that is still there, but disabled; or hidden, if the moves
  // are the same without it
  beside(one) {
    const there = one.isConnected && (one.offsetParent || one.matches('.pk-passing'));
    const sheet = there && one.closest('.pk-fold, .pk-sheet');
    if (!sheet) return null;
    const all = [...sheet.querySelectorAll(FOCUS)], at = all.indexOf(one);
    return all.slice(at + 1).find(can) || all.slice(0, at).reverse().find(can) || null;
  }

  first() {
    return [...this.el.querySelectorAll('.pk-moves button, .pk-moves select, .pk-hand')].find(can);
  }

  // Another game is on the table: whoever is here hears what is asked in it first, and sees the top
  // of the table.
  home() {
    const asked = this.el.querySelector('.pk-moves .pk-asked');
    if (asked && (this.last || this.lost)) asked.focus({ preventScroll: true });
    setTimeout(() => {
      const top = this.el.getBoundingClientRect().top;
      if (top < 0 || top > innerHeight / 2) this.el.scrollIntoView({ block: 'start' });
    }, 120);  // when the focus has found its place
  }

  // bring an answer into view: from its beginning, with the line that was typed, if it is long
  answered() {
    setTimeout(() => {
      const answer = this.el.querySelector('.pk-answers');
      if (!answer || !this.last || !seen(answer)) return;
      const long = answer.getBoundingClientRect().height > innerHeight / 2;
      if (long) answer.previousElementSibling.scrollIntoView({ block: 'start' });
      else answer.scrollIntoView({ block: 'nearest' });
    }, 120);
  }

  open(name) {
    setTimeout(() => {
      const fold = [...this.el.querySelectorAll('.pk-fold')].find(seen);
      if (!fold) return;
      fold.setAttribute('role', 'region');
      fold.setAttribute('aria-label', name);
      fold.tabIndex = -1;
      // someone here has opened it, and has not gone on to something else since
      const waits = this.lost || document.activeElement.matches('.pk-opener');
      if (this.last && waits) fold.focus({ preventScroll: true });
      fold.scrollIntoView({ block: 'nearest' });
    }, 60);
  }
}

const roots = new WeakMap();

export default {
  render({ model, el }) {
    const live = document.createElement('div');
    live.setAttribute('role', 'status');
    live.className = 'pk-status';
    const seenToo = document.createElement('span');
    const heardOnly = document.createElement('span');
    heardOnly.className = 'pk-hidden';
    live.append(seenToo, ' ', heardOnly);
    const warning = document.createElement('p');
    warning.setAttribute('role', 'alert');
    warning.className = 'pk-bad';
    warning.hidden = true;
    el.append(warning, live);
    // the same text is not put there twice, which would be spoken twice
    const put = (node, text) => { if (node.textContent !== text) node.textContent = text; };
    const tell = () => {
      seenToo.className = model.get('unseen') ? 'pk-hidden' : '';
      put(seenToo, model.get('say'));
      put(heardOnly, model.get('ask'));
    };

    let root = null, tries = 100;
    const begin = () => {
      const box = el.closest('.pocket');
      if (!box) { if (tries -= 1) setTimeout(begin, 50); return; }
      if (!roots.has(box)) roots.set(box, new Root(box));
      root = roots.get(box);
      root.users += 1;
      root.check = () => {
        const gone = cutOff(model, el);
        put(warning, gone ? CUT_OFF : '');
        warning.hidden = !gone;
        if (gone) show(warning);
        return gone;
      };
      if (model.get('title')) {
        box.setAttribute('role', 'region');
        box.setAttribute('aria-label', model.get('title'));
      }
      // what a live element holds when it comes is not spoken, only what comes later; so a table
      // tells that it is there, and a lesson's board or question is silent until it is used
      if (model.get('title')) setTimeout(tell, 300);
      else tell();
    };
    begin();
    model.on('change:say change:ask change:unseen', tell);
    model.on('change:home', () => root && root.home());
    model.on('msg:custom', said => said === 'answered' && root && root.answered());
    model.on('change:turn', () => root && root.turn());
    model.on('change:opened', () => root && model.get('opened') && root.open(model.get('opened')));
    return () => {
      tries = 1;
      if (root && !(root.users -= 1)) { root.end(); roots.delete(root.el); }
    };
  }
};
