/** The style sheet that all hosted pages share. Text meets a contrast of 4.5:1 in light and dark mode. */
export const style = `
:root{color-scheme:light dark;--ground:#eef1f5;--panel:#fff;--summary:#f7f9fb;--ink:#10202f;--soft:#4b5b6b;--line:#d3dbe3;--field:#8794a2;--accent:#0a5bd0;--accent-dark:#084aa9;--on-accent:#fff;--bad:#b3161b;--bad-ground:#fdeeee;--bad-line:#f1b9bb;--good:#116d3e;--good-ground:#e4f4ea;--note:#6b4700;--note-ground:#fdf1d4;--note-line:#f0d590;--shadow:0 1px 2px rgb(16 32 47/.06),0 12px 32px -12px rgb(16 32 47/.18)}
@media (prefers-color-scheme:dark){:root{--ground:#0c1117;--panel:#161d26;--summary:#121922;--ink:#eef2f6;--soft:#a9b5c2;--line:#2b3541;--field:#6b7a89;--accent:#4c94ff;--accent-dark:#76adff;--on-accent:#04142b;--bad:#ff9c9a;--bad-ground:#351a1d;--bad-line:#6d2f33;--good:#7ddba4;--good-ground:#11301f;--note:#f6d58a;--note-ground:#2f2610;--note-line:#5b4a1c;--shadow:0 1px 2px rgb(0 0 0/.4),0 16px 40px -12px rgb(0 0 0/.6)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--ink);font:16px/1.5 Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;-webkit-font-smoothing:antialiased}
h1,h2,p,dl,dd,ul{margin:0;padding:0}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:6px}
.sandbox{display:flex;justify-content:center;align-items:center;gap:10px;padding:9px 16px;background:var(--note-ground);color:var(--note);border-bottom:1px solid var(--note-line);font-size:14px;text-align:left}
.sandbox svg{flex:none}
main{flex:1;width:100%;max-width:980px;margin:0 auto;padding:48px 24px;display:flex;flex-direction:column;justify-content:center}
.sheet{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);background:var(--panel);border:1px solid var(--line);border-radius:16px;box-shadow:var(--shadow);overflow:hidden}
.summary{background:var(--summary);border-right:1px solid var(--line);padding:40px 36px;display:flex;flex-direction:column}
.business{display:flex;align-items:center;gap:12px;font-weight:600;overflow-wrap:anywhere}
.initial{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:700}
.summary h1{margin-top:32px;font-size:15px;font-weight:500;color:var(--soft);overflow-wrap:anywhere}
.summary h1:first-child{margin-top:0}
.amount{font-size:40px;line-height:1.15;font-weight:700;letter-spacing:-.025em;font-variant-numeric:tabular-nums;margin-top:4px;overflow-wrap:anywhere}
.lines{list-style:none;margin-top:28px;border-top:1px solid var(--line)}
.lines li{display:flex;justify-content:space-between;gap:16px;padding:14px 0;border-bottom:1px solid var(--line);font-size:15px}
.lines b{font-weight:500;overflow-wrap:anywhere}
.lines small{display:block;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
.lines span{font-variant-numeric:tabular-nums;white-space:nowrap}
.total{display:flex;justify-content:space-between;padding-top:14px;font-weight:600;font-variant-numeric:tabular-nums}
.cancel{margin-top:auto;padding-top:32px;font-size:14px}
.cancel a{display:inline-flex;align-items:center;min-height:24px;gap:6px;color:var(--soft);text-decoration:none}
.cancel a:hover{color:var(--ink);text-decoration:underline}
.form{padding:40px 36px}
.form h2{font-size:20px;line-height:1.3;font-weight:650;letter-spacing:-.01em;margin-bottom:20px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.field{margin-bottom:16px;min-width:0}
.field label{display:block;font-size:14px;font-weight:550;margin-bottom:6px}
.field input,.field select{width:100%;height:46px;padding:0 14px;font:inherit;font-variant-numeric:tabular-nums;color:inherit;background:var(--panel);border:1px solid var(--field);border-radius:10px}
.field input::placeholder{color:var(--soft);opacity:.8}
.field input:focus,.field select:focus{outline:3px solid color-mix(in srgb,var(--accent) 35%,transparent);outline-offset:0;border-color:var(--accent)}
.field input[aria-invalid]{border-color:var(--bad);border-width:2px;padding:0 13px}
.error{display:flex;gap:6px;margin-top:6px;font-size:14px;line-height:1.4;color:var(--bad)}
.alert{display:flex;gap:10px;padding:12px 14px;margin-bottom:20px;border:1px solid var(--bad-line);border-radius:10px;background:var(--bad-ground);color:var(--bad);font-size:15px}
.alert svg{flex:none;margin-top:2px}
.known{display:flex;justify-content:space-between;gap:16px;padding:12px 14px;margin-bottom:20px;border:1px solid var(--line);border-radius:10px;font-size:14px}
.known dt{color:var(--soft)}
.known dd{overflow-wrap:anywhere;text-align:right}
button{width:100%;height:50px;margin-top:8px;border:0;border-radius:10px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:650;font-variant-numeric:tabular-nums;cursor:pointer}
button:hover{background:var(--accent-dark)}
button.quiet{background:var(--panel);color:var(--ink);border:1px solid var(--field);font-weight:600}
button.quiet:hover{background:var(--summary)}
.bank{margin-top:12px;border:1px solid var(--line);border-radius:10px}
.bank summary{display:flex;align-items:center;justify-content:space-between;min-height:50px;padding:0 16px;cursor:pointer;font-weight:550;list-style:none}
.bank summary::-webkit-details-marker{display:none}
.bank summary::after{content:"";width:7px;height:7px;margin:-4px 2px 0 8px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg);flex:none}
.bank[open] summary::after{margin-top:4px;transform:rotate(225deg)}
.bank form{padding:0 16px 16px}
.bank p:not(.error){margin-bottom:14px;font-size:14px;color:var(--soft)}
.answers{margin-top:20px}
.field select{appearance:none;padding-right:40px;background-image:linear-gradient(45deg,transparent 50%,currentColor 50%),linear-gradient(-45deg,transparent 50%,currentColor 50%);background-position:right 20px center,right 14px center;background-size:6px 6px;background-repeat:no-repeat}
.notice p b{color:var(--ink);font-weight:600}
.portal .per,.portal .state{color:var(--soft);font-size:15px}
.portal .state{margin-top:12px;color:var(--ink);font-weight:550}
.portal h2.next{margin-top:32px}
.portal .lines{margin-top:0}
.portal .bank{margin-top:0}
.portal .bank summary{padding:8px 16px}
.portal h2{margin-bottom:12px}
.portal button{height:auto;min-height:50px;padding:10px 16px;line-height:1.35}
.done{padding:12px 14px;margin-bottom:20px;border-radius:10px;background:var(--good-ground);color:var(--good);font-size:15px}
.hint{margin-top:20px;padding:14px 16px;border-radius:10px;background:var(--summary);border:1px solid var(--line);font-size:14px;color:var(--soft)}
.hint strong{color:var(--ink);font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.hint summary{display:inline-block;min-height:24px;margin-top:6px;color:var(--accent);cursor:pointer;font-weight:550}
.hint summary::-webkit-details-marker{display:none}
.hint summary::after{content:"";display:inline-block;width:6px;height:6px;margin:0 0 3px 8px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}
.hint details[open] summary::after{margin-bottom:-1px;transform:rotate(225deg)}
.hint dl{margin-top:8px}
.hint dl div{display:flex;justify-content:space-between;gap:4px 16px;padding:6px 0;border-top:1px solid var(--line);flex-wrap:wrap}
.hint dt{color:var(--ink);font-variant-numeric:tabular-nums;white-space:nowrap}
.notice{max-width:460px;width:100%;margin:0 auto;padding:44px 36px;text-align:center;background:var(--panel);border:1px solid var(--line);border-radius:16px;box-shadow:var(--shadow)}
.notice .mark{display:inline-grid;place-items:center;width:56px;height:56px;border-radius:50%;background:var(--summary);color:var(--soft);border:1px solid var(--line)}
.notice .mark.good{background:var(--good-ground);color:var(--good);border-color:transparent}
.notice h1{margin-top:20px;font-size:22px;line-height:1.3;letter-spacing:-.01em}
.notice h1:first-child{margin-top:0}
.notice p{margin-top:8px;color:var(--soft);overflow-wrap:anywhere}
.notice .go{display:block;margin-top:24px;padding:12px 20px;border-radius:10px;background:var(--accent);color:var(--on-accent);font-weight:650;text-decoration:none}
.notice .go:hover{background:var(--accent-dark)}
@media (pointer:coarse){.cancel a,.hint summary{min-height:44px;line-height:44px}}
@media (max-width:760px){main{padding:0;justify-content:flex-start}.sheet{display:block;border:0;border-radius:0;box-shadow:none;flex:1}.summary{border-right:0;border-bottom:1px solid var(--line);padding:20px}.summary h1{margin-top:16px}.amount{font-size:34px}.lines{margin-top:16px}.lines li{padding:10px 0}.total{padding-top:10px}.cancel{padding-top:12px}.form{padding:24px 20px 40px}.sandbox{justify-content:flex-start}.notice{margin:24px auto;width:calc(100% - 32px);padding:36px 24px}body{background:var(--panel)}}
@media (prefers-reduced-motion:no-preference){button,.notice .go{transition:background .12s}}
`
