// What the page of app mode does by itself: light or dark, the link to the code, the progress.
const pocketGames = {
  KEY: 'pocket-games-theme',

  // Follow the system, unless the address (?theme=dark) or the button has said otherwise.
  start(asked) {
    this.system = window.matchMedia('(prefers-color-scheme: dark)');
    this.chosen = asked === 'dark' ? 'dark' : this.remembered();
    this.system.addEventListener('change', () => this.paint());
    this.paint();
  },

  remembered() {
    try { return localStorage.getItem(this.KEY); } catch { return null; } // private windows
  },

  isDark() {
    return this.chosen ? this.chosen === 'dark' : this.system.matches;
  },

  paint() {
    const dark = this.isDark();
    const style = document.getElementById('pg-dark');
    if (style) style.media = dark ? 'all' : 'not all';
    document.body.dataset.jpThemeLight = String(!dark);
    document.body.dataset.jpThemeName = dark ? 'JupyterLab Dark' : 'JupyterLab Light';
    const button = document.getElementById('pg-theme');
    if (button) button.textContent = dark ? 'Light colours' : 'Dark colours';
  },

  toggle() {
    this.chosen = this.isDark() ? 'light' : 'dark';
    try { localStorage.setItem(this.KEY, this.chosen); } catch { /* only for this page, then */ }
    this.paint();
  },

  // The same server has JupyterLab; the notebook's path is that of this page.
  fillBar() {
    document.getElementById('pg-theme').addEventListener('click', () => this.toggle());
    document.getElementById('pg-code').href =
      location.pathname.replace('/voila/render/', '/lab/tree/');
    this.paint();
  },

  tellProgress(cell, cells) {
    const text = document.getElementById('loading_text');
    if (text) text.textContent = `This page is made ready to play: ${cell} of ${cells} …`;
  },
};
