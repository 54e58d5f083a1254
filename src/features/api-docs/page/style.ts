/** The style of the page, in the colors of the app. */
export const style = `
:root{color-scheme:light dark;--ground:#f5f6f7;--card:#fff;--edge:#e1e5e8;--text:#14191d;--soft:#55606a;--code:#f3f5f6;
--accent:#0f766e;--on-accent:#fff;--tint:#e3f4f1;--get:#1d4ed8;--post:#0f766e;--put:#92400e;--delete:#b42318}
@media (prefers-color-scheme:dark){:root{--ground:#0d1113;--card:#151a1d;--edge:#283137;--text:#e9edef;--soft:#9ca8b0;--code:#0f1416;
--accent:#2dd4bf;--on-accent:#04231f;--tint:#10302c;--get:#93b4fd;--post:#2dd4bf;--put:#fbbf77;--delete:#ff8a80}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:76px}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}
.skip:focus{left:12px;top:12px;z-index:3;padding:8px 14px;background:var(--card);border-radius:8px}
header{position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:12px;height:60px;padding:0 24px;background:var(--card);border-bottom:1px solid var(--edge)}
.brand{display:flex;align-items:center;gap:10px;color:inherit;font-weight:700;font-size:18px;letter-spacing:-.02em;text-decoration:none}
.brand svg{width:30px;height:30px;color:var(--accent)}
.brand g{stroke:var(--on-accent)}
.what{padding-left:12px;border-left:1px solid var(--edge);color:var(--soft);font-weight:600}
.document{margin-left:auto;padding:8px 0;font-size:14px;font-weight:600}
.frame{display:grid;grid-template-columns:280px minmax(0,1fr);max-width:1240px;margin:0 auto}
nav ol{margin:0;padding:0;list-style:none}
nav a{display:flex;justify-content:space-between;align-items:center;gap:8px;min-height:32px;padding:4px 10px;border-radius:6px;color:var(--soft);font-size:14px;line-height:1.35;text-decoration:none}
nav a:hover{background:var(--tint);color:var(--text)}
.group{margin-bottom:14px}
.group>a{color:var(--text);font-weight:700}
.wide{position:sticky;top:60px;align-self:start;max-height:calc(100vh - 60px);overflow-y:auto;padding:24px 12px 48px 24px;border-right:1px solid var(--edge)}
.narrow{display:none}
main{min-width:0;padding:40px 48px 96px;max-width:900px}
h1{margin:0 0 8px;font-size:34px;line-height:1.2;letter-spacing:-.03em}
h2{margin:0 0 8px;font-size:24px;line-height:1.25;letter-spacing:-.02em}
h3{margin:0 0 8px;font-size:18px;line-height:1.35;letter-spacing:-.01em}
h2 a,h3 a{color:inherit;text-decoration:none}
h2 a:hover,h3 a:hover{text-decoration:underline}
.lead{margin:0 0 24px;color:var(--soft);font-size:17px;max-width:66ch}
p{margin:0 0 14px;max-width:72ch;overflow-wrap:break-word}
ul{margin:0 0 14px;padding-left:20px}
.chapter{margin:36px 0}
.chapter pre{background:var(--card)}
.codes th{width:72px}
.area{margin-top:64px;padding-top:40px;border-top:1px solid var(--edge)}
.call{margin:0 0 24px;padding:24px;background:var(--card);border:1px solid var(--edge);border-radius:14px;overflow-wrap:anywhere}
.line{display:flex;flex-wrap:wrap;align-items:center;gap:8px 10px;margin:0 0 12px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:.875em}
p code,li code,td code{padding:1px 5px;background:var(--code);border-radius:4px}
.path{font-size:14px;font-weight:600}
p code,li code,td code{border:1px solid transparent}.chapter p code,.chapter li code,.chapter td code{background:var(--card);border-color:var(--edge)}
p .path,.chapter p .path{padding:0;border:0;background:none}
.method{padding:2px 8px;border:1px solid currentColor;border-radius:6px;font-size:12px;font-weight:700;line-height:1.5;letter-spacing:.03em}
.method.small{padding:0;border:0;font-size:11px}
.get{color:var(--get)}.post{color:var(--post)}.put{color:var(--put)}.delete{color:var(--delete)}
.scope{padding:2px 10px;background:var(--tint);border-radius:99px;font-size:13px;font-weight:600}
table{width:100%;margin:0 0 18px;border-collapse:collapse;font-size:15px}
caption{padding:0 0 6px;text-align:left;font-size:13px;font-weight:700;color:var(--soft)}
th,td{padding:9px 12px 9px 0;border-top:1px solid var(--edge);text-align:left;vertical-align:top}
th{width:38%;font-weight:600}
td:last-child{padding-right:0}
.required,.optional{display:block;font-size:12px;font-weight:600;color:var(--delete)}
.optional{color:var(--soft)}
.type{display:block}
.meaning{display:block;color:var(--soft);font-size:14px}
.answer{font-weight:600}
.status{display:inline-block;min-width:42px;padding:1px 8px;border:1px solid var(--edge);border-radius:6px;font-size:13px;font-weight:700;text-align:center;color:var(--soft);text-decoration:none}
a.status:hover{border-color:currentColor}
.status.good{color:var(--accent);border-color:currentColor;margin-right:6px}
.refusals{padding:0;list-style:none;font-size:14px;color:var(--soft)}
.refusals li{margin:0 0 6px}
.others{margin-right:4px}
pre{margin:0 0 14px;padding:14px 16px;overflow-x:auto;background:var(--code);border:1px solid var(--edge);border-radius:10px;font-size:13.5px;line-height:1.55;overflow-wrap:normal}
.call>pre:last-child{margin-bottom:0}
@media (max-width:960px){.frame{display:block}.wide{display:none}.narrow{display:block;margin:0 0 28px;background:var(--card);border:1px solid var(--edge);border-radius:12px}
summary{padding:13px 16px;font-weight:700;cursor:pointer}.narrow nav{padding:0 8px 12px}main{margin:0 auto;padding:28px 24px 64px}nav a{min-height:44px}}
@media (max-width:560px){header{padding:0 16px}main{padding:24px 16px 56px}h1{font-size:28px}.call{padding:18px 16px}
table,tbody,tr,th,td{display:block;width:auto}tr{padding:10px 0;border-top:1px solid var(--edge)}th,td{padding:0;border:0}th{margin-bottom:2px}caption{display:block}.required,.optional{display:inline;margin-left:6px}}
@media (forced-colors:active){.method,.status,.scope{border:1px solid}}
@media print{header,nav,.narrow{display:none}.frame{display:block}.call{break-inside:avoid}}
`
