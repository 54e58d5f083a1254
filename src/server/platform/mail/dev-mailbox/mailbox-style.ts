/** The stylesheet of the mailbox, with the app's colors in light and dark mode. */
export const mailboxStyle = `
:root { color-scheme: light dark; --canvas: #f5f6f7; --surface: #ffffff; --sunken: #eef0f2; --line: #e1e5e8; --ink: #14191d; --muted: #55606a;
  --accent: #0f766e; --accent-soft: #e2f2f0; --warn: #7d4a00; --warn-soft: #fcf0d9; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0d1113; --surface: #151a1d; --sunken: #1e2529; --line: #283137; --ink: #e9edef; --muted: #9ca8b0;
    --accent: #2dd4bf; --accent-soft: #10302d; --warn: #f7c56b; --warn-soft: #35270d; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 8px; }
.notice { margin: 0; padding: 9px 16px; background: var(--warn-soft); color: var(--warn); font-size: 14px; font-weight: 600; text-align: center; }
.top, main { max-width: 860px; margin: 0 auto; padding: 0 20px; }
.top { padding-top: 22px; padding-bottom: 22px; }
.brand { display: inline-flex; align-items: center; gap: 10px; color: var(--ink); font-size: 18px; font-weight: 700; letter-spacing: -0.01em; text-decoration: none; }
.brand svg { display: block; }
main { padding-bottom: 56px; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.count, .muted { color: var(--muted); }
.count { margin: 0 0 20px; font-size: 15px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
.list { margin: 0; padding: 0; list-style: none; }
.list li + li { border-top: 1px solid var(--line); }
.list a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 15px 20px; color: inherit; text-decoration: none; }
.list a:hover { background: var(--sunken); }
.list a:focus-visible { outline-offset: -3px; }
.to, .subject, .preview { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.to { font-weight: 600; }
.to span { color: var(--muted); font-weight: 400; }
time { color: var(--muted); font-size: 14px; white-space: nowrap; }
.list time { align-self: center; }
.subject, .preview, .files { grid-column: 1 / -1; }
.preview { color: var(--muted); font-size: 15px; }
.files { display: flex; flex-wrap: wrap; gap: 8px; margin: 6px 0 0; padding: 0; list-style: none; }
.file { display: inline-flex; align-items: center; gap: 7px; max-width: 100%; padding: 4px 11px; border-radius: 999px; background: var(--accent-soft); color: var(--accent); font-size: 14px; font-weight: 500; overflow-wrap: anywhere; }
.file svg { flex: none; }
a.file { min-height: 36px; text-decoration: none; }
a.file span { flex: none; }
a.file:hover { text-decoration: underline; }
.empty { padding: 56px 24px; text-align: center; }
.empty h2 { margin: 0 0 6px; font-size: 19px; }
.empty p { margin: 0 auto; max-width: 44ch; color: var(--muted); }
.pages { display: flex; justify-content: space-between; gap: 16px; margin-top: 16px; }
.back { display: inline-block; margin-bottom: 14px; padding: 4px 0; font-size: 15px; }
.head { padding: 20px; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 14px 0 0; font-size: 15px; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd time { color: inherit; font-size: inherit; white-space: normal; }
dd span { color: var(--muted); }
.head .files { margin-top: 16px; }
iframe { display: block; width: 100%; height: max(560px, calc(100vh - 160px)); border: 0; background: var(--canvas); }
details { border-top: 1px solid var(--line); }
summary { padding: 14px 20px; font-weight: 600; cursor: pointer; }
summary:focus-visible { outline-offset: -3px; }
pre { margin: 0; padding: 4px 20px 20px; font: 14px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.more { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 16px 0 0; font-size: 15px; }
.more a { padding: 4px 0; }
@media (pointer: coarse) {
  .brand, .back, .more a, a.file { display: inline-flex; align-items: center; min-height: 44px; }
  .pages a { padding: 10px 0; }
}
@media (max-width: 560px) {
  .top, main { padding-left: 14px; padding-right: 14px; }
  .list a { padding: 13px 15px; }
  .list a { grid-template-columns: 1fr; }
  .list time { grid-row: 1; }
  .subject, .preview { white-space: normal; }
  .head { padding: 16px; }
  h1 { font-size: 22px; }
}
`
