import { pageStyle } from '#server/platform/http/page-style.ts'

export const mailboxStyle = `${pageStyle}
.notice { margin: 0; padding: 9px 16px; background: var(--warn-soft); color: var(--warn); font-size: 14px; font-weight: 500; text-align: center; }
.top, main { max-width: 860px; margin: 0 auto; padding: 0 20px; }
.top { padding-top: 20px; padding-bottom: 20px; }
main { padding-bottom: 56px; }
h1 { margin: 0 0 4px; font-size: 24px; line-height: 1.3; font-weight: 600; letter-spacing: -0.02em; overflow-wrap: anywhere; }
.count, .muted { color: var(--muted); }
h1 + .card { margin-top: 16px; }
.count { margin: 0 0 20px; font-size: 14px; }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.list { margin: 0; padding: 0; list-style: none; }
.list li + li { border-top: 1px solid var(--line); }
.list a { display: grid; grid-template-columns: 1fr auto; gap: 2px 16px; padding: 15px 20px; color: inherit; text-decoration: none; }
.list a:hover { background: var(--sunken); }
.list a:focus-visible { outline-offset: -3px; }
.to, .subject, .preview { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.to { font-weight: 500; }
.to span { color: var(--muted); font-weight: 400; }
time { color: var(--muted); font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap; }
.list time { align-self: center; }
.subject, .preview, .files { grid-column: 1 / -1; }
.preview { color: var(--muted); font-size: 14px; }
.files { display: flex; flex-wrap: wrap; gap: 8px; margin: 6px 0 0; padding: 0; list-style: none; }
.file { display: inline-flex; align-items: center; gap: 7px; max-width: 100%; padding: 4px 11px; border-radius: 999px; background: var(--accent-soft); color: var(--accent); font-size: 13px; font-weight: 500; overflow-wrap: anywhere; }
.file svg { flex: none; }
a.file { min-height: 36px; text-decoration: none; }
a.file span { flex: none; }
a.file:hover { text-decoration: underline; }
.empty { padding: 56px 24px; text-align: center; }
.empty h2 { margin: 0 0 4px; font-size: 17px; font-weight: 600; }
.empty p { margin: 0 auto; max-width: 44ch; color: var(--muted); }
.pages { display: flex; justify-content: space-between; gap: 16px; margin-top: 16px; }
.back { display: inline-block; margin-bottom: 14px; padding: 4px 0; font-size: 14px; }
.head { padding: 20px; border-bottom: 1px solid var(--line); }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 14px 0 0; font-size: 14px; }
dt { color: var(--muted); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
dd time { color: inherit; font-size: inherit; white-space: normal; }
dd span { color: var(--muted); }
.head .files { margin-top: 16px; }
iframe { display: block; width: 100%; height: max(560px, calc(100vh - 160px)); border: 0; background: var(--canvas); }
details { border-top: 1px solid var(--line); }
summary { padding: 14px 20px; font-weight: 500; cursor: pointer; }
summary:focus-visible { outline-offset: -3px; }
pre { margin: 0; padding: 4px 20px 20px; font: 14px/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.more { display: flex; flex-wrap: wrap; gap: 8px 20px; margin: 16px 0 0; font-size: 14px; }
.more a { padding: 4px 0; }
.bounce { margin: 16px 0 0; }
.bounce button { width: auto; }
.done { margin: 0 0 14px; padding: 10px 16px; background: var(--accent-soft); color: var(--accent); border-radius: 8px; font-size: 14px; }
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
  h1 { font-size: 20px; }
}
`
