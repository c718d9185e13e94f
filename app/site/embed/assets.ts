/** Small and self-contained; the colours repeat those of app/styles/tokens.css. */
export const embedStyle = [
  ":root{color-scheme:light;--paper:oklch(.975 .012 84);--raised:oklch(.995 .005 84);--ink:oklch(.245 .038 215);--ink-soft:oklch(.42 .034 215);--line:oklch(.885 .018 82);--edge:oklch(.59 .03 210);--accent:oklch(.705 .172 32);--accent-hover:oklch(.665 .18 32);--on-accent:oklch(.205 .04 215);--accent-text:oklch(.525 .15 38);--danger:oklch(.455 .17 16);--success:oklch(.43 .088 158)}",
  "*{box-sizing:border-box;margin:0}",
  "body{font:1rem/1.5 system-ui,sans-serif;color:var(--ink);background:transparent}",
  "main{display:grid;gap:.9rem;padding:1.25rem;background:var(--paper);border:1px solid var(--line);border-radius:1rem;overflow-wrap:anywhere}",
  "h1{font-size:1.25rem;line-height:1.25;font-weight:650}",
  "form{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(12rem,100%),1fr));align-items:start}",
  "label{display:block;font-size:.9rem;font-weight:550;margin-bottom:.25rem}",
  "input{width:100%;min-height:3rem;padding:.5rem .8rem;font:inherit;color:inherit;background:var(--raised);border:1.5px solid var(--edge);border-radius:.625rem}",
  "input[aria-invalid]{border:2px solid var(--danger)}",
  ".ask,.book{display:block;min-height:3rem;padding:.65rem 1.25rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;border-radius:.625rem;cursor:pointer}",
  ".ask{grid-column:1/-1;color:inherit;background:var(--raised);border:1.5px solid var(--edge)}",
  ".book{color:var(--on-accent);background:var(--accent);border:1.5px solid transparent}.book:hover{background:var(--accent-hover)}",
  "a{color:var(--accent-text)}:focus-visible{outline:3px solid var(--ink);outline-offset:2px}",
  ".price{font-size:1.3rem;font-weight:650}.price-from{font-size:.95rem;font-weight:450}.price small{display:block;font-size:.875rem;font-weight:450;color:var(--ink-soft)}",
  ".soft{font-size:.875rem;color:var(--ink-soft)}.error{display:block;margin-top:.25rem;font-size:.875rem;font-weight:520;color:var(--danger)}",
  ".free{font-weight:600;color:var(--success)}.taken{font-weight:600}.taken a{color:inherit}",
].join("")

/** Reports the height, because nobody scrolls in a frame. */
export const embedScript = `new ResizeObserver(()=>parent.postMessage({embedHeight:Math.ceil(document.querySelector("main").getBoundingClientRect().height)},"*")).observe(document.querySelector("main"))`
