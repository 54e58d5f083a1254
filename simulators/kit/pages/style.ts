export const style = `
:root{--danger-line:color-mix(in srgb,var(--danger) 30%,transparent);--warn-line:color-mix(in srgb,var(--warn) 25%,transparent)}
body{display:flex;flex-direction:column}
h1,h2,p,dl,dd,ul{margin:0;padding:0}
.sandbox{display:flex;justify-content:center;align-items:center;gap:10px;padding:9px 16px;background:var(--warn-soft);color:var(--warn);border-bottom:1px solid var(--warn-line);font-size:14px;text-align:left}
.sandbox svg{flex:none}
main{flex:1;width:100%;max-width:980px;margin:0 auto;padding:48px 24px;display:flex;flex-direction:column;justify-content:center}
.sheet{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);background:var(--surface);border:1px solid var(--line);border-radius:12px;box-shadow:var(--raised);overflow:hidden}
.summary{background:var(--canvas);border-right:1px solid var(--line);padding:40px 36px;display:flex;flex-direction:column}
.business{display:flex;align-items:center;gap:12px;font-weight:600;overflow-wrap:anywhere}
.initial{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:8px;background:var(--accent);color:var(--on-accent);font-weight:600}
.summary h1{margin-top:32px;font-size:15px;font-weight:500;color:var(--muted);overflow-wrap:anywhere}
.summary h1:first-child{margin-top:0}
.amount{font-size:40px;line-height:1.15;font-weight:600;letter-spacing:-.025em;font-variant-numeric:tabular-nums;margin-top:4px;overflow-wrap:anywhere}
.lines{list-style:none;margin-top:28px;border-top:1px solid var(--line)}
.lines li{display:flex;justify-content:space-between;gap:16px;padding:14px 0;border-bottom:1px solid var(--line);font-size:15px}
.lines b{font-weight:500;overflow-wrap:anywhere}
.lines small{display:block;color:var(--muted);font-size:13px;overflow-wrap:anywhere}
.lines span{font-variant-numeric:tabular-nums;white-space:nowrap}
.total{display:flex;justify-content:space-between;padding-top:14px;font-weight:600;font-variant-numeric:tabular-nums}
.cancel{margin-top:auto;padding-top:32px;font-size:14px}
.cancel a{display:inline-flex;align-items:center;min-height:24px;gap:6px;color:var(--muted);text-decoration:none}
.cancel a:hover{color:var(--ink);text-decoration:underline}
.form{padding:40px 36px}
.form h2{font-size:20px;line-height:1.3;font-weight:600;letter-spacing:-.01em;margin-bottom:20px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:16px}
.field{margin-bottom:16px}
.field input,.field select{font-variant-numeric:tabular-nums}
.error{font-size:13px;line-height:1.4;color:var(--danger)}
.alert{display:flex;gap:10px;padding:12px 14px;margin-bottom:20px;border:1px solid var(--danger-line);border-radius:8px;background:var(--danger-soft);color:var(--danger);font-size:15px}
.alert svg{flex:none;margin-top:2px}
.known{display:flex;justify-content:space-between;gap:16px;padding:12px 14px;margin-bottom:20px;border:1px solid var(--line);border-radius:8px;font-size:14px}
.known dt{color:var(--muted)}
.known dd{overflow-wrap:anywhere;text-align:right}
button{min-height:44px;margin-top:8px;font-variant-numeric:tabular-nums}
.bank{margin-top:12px;border:1px solid var(--line);border-radius:8px}
.bank summary{display:flex;align-items:center;justify-content:space-between;min-height:44px;padding:0 16px;cursor:pointer;font-weight:500;list-style:none}
.bank summary::-webkit-details-marker{display:none}
.bank summary::after{content:"";width:7px;height:7px;margin:-4px 2px 0 8px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg);flex:none}
.bank[open] summary::after{margin-top:4px;transform:rotate(225deg)}
.bank form{padding:0 16px 16px}
.bank p:not(.error){margin-bottom:14px;font-size:14px;color:var(--muted)}
.answers{margin-top:20px}
.field select{appearance:none;padding-right:40px;background-image:linear-gradient(45deg,transparent 50%,currentColor 50%),linear-gradient(-45deg,transparent 50%,currentColor 50%);background-position:right 20px center,right 14px center;background-size:6px 6px;background-repeat:no-repeat}
.notice p b{color:var(--ink);font-weight:600}
.portal .per,.portal .state{color:var(--muted);font-size:15px}
.portal .state{margin-top:12px;color:var(--ink);font-weight:500}
.portal h2.next{margin-top:32px}
.portal .lines{margin-top:0}
.portal .bank{margin-top:0}
.portal .bank summary{padding:8px 16px}
.portal h2{margin-bottom:12px}
.done{padding:12px 14px;margin-bottom:20px;border-radius:8px;background:var(--good-soft);color:var(--good);font-size:15px}
.hint{margin-top:20px;padding:14px 16px;border-radius:8px;background:var(--canvas);border:1px solid var(--line);font-size:14px;color:var(--muted)}
.hint strong{color:var(--ink);font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.hint summary{display:inline-block;min-height:24px;margin-top:6px;color:var(--accent);cursor:pointer;font-weight:500}
.hint summary::-webkit-details-marker{display:none}
.hint summary::after{content:"";display:inline-block;width:6px;height:6px;margin:0 0 3px 8px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}
.hint details[open] summary::after{margin-bottom:-1px;transform:rotate(225deg)}
.hint dl{margin-top:8px}
.hint dl div{display:flex;justify-content:space-between;gap:4px 16px;padding:6px 0;border-top:1px solid var(--line);flex-wrap:wrap}
.hint dt{color:var(--ink);font-variant-numeric:tabular-nums;white-space:nowrap}
.notice{max-width:460px;width:100%;margin:0 auto;padding:44px 36px;text-align:center;background:var(--surface);border:1px solid var(--line);border-radius:12px;box-shadow:var(--raised)}
.notice .mark{display:inline-grid;place-items:center;width:56px;height:56px;border-radius:50%;background:var(--canvas);color:var(--muted);border:1px solid var(--line)}
.notice .mark.good{background:var(--good-soft);color:var(--good);border-color:transparent}
.notice h1{margin-top:20px;font-size:22px;line-height:1.3;letter-spacing:-.01em}
.notice h1:first-child{margin-top:0}
.notice p{margin-top:8px;color:var(--muted);overflow-wrap:anywhere}
.notice .button{margin-top:24px}
@media (pointer:coarse){.cancel a,.hint summary{min-height:44px;line-height:44px}}
@media (max-width:760px){main{padding:0;justify-content:flex-start}.sheet{display:block;border:0;border-radius:0;box-shadow:none;flex:1}.summary{border-right:0;border-bottom:1px solid var(--line);padding:20px}.summary h1{margin-top:16px}.amount{font-size:34px}.lines{margin-top:16px}.lines li{padding:10px 0}.total{padding-top:10px}.cancel{padding-top:12px}.form{padding:24px 20px 40px}.sandbox{justify-content:flex-start}.notice{margin:24px auto;width:calc(100% - 32px);padding:36px 24px}body{background:var(--surface)}}
`
