import type { FastifyInstance } from 'fastify'

/** Those of `src/web/tokens.css`, for pages that the server renders itself. */
export const pageColors = {
  canvas: ['#f5f6f7', '#0d1113'],
  surface: ['#ffffff', '#151a1d'],
  sunken: ['#eef0f2', '#1e2529'],
  line: ['#e1e5e8', '#283137'],
  control: ['#838d95', '#6c7982'],
  ink: ['#14191d', '#e9edef'],
  muted: ['#55606a', '#9ca8b0'],
  accent: ['#0f766e', '#2dd4bf'],
  'accent-strong': ['#0b5f58', '#5eead4'],
  'on-accent': ['#ffffff', '#04231f'],
  'accent-soft': ['#e2f2f0', '#10302d'],
  danger: ['#b42318', '#ff8a80'],
  'danger-soft': ['#fdecea', '#3a1916'],
  good: ['#146c3a', '#6ee7a0'],
  'good-soft': ['#e0f3e7', '#12311f'],
  warn: ['#7d4a00', '#f7c56b'],
  'warn-soft': ['#fcf0d9', '#35270d'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/** For programs that show a preview of a link. */
export const pageDescription = '<meta name="description" content="Invoicing and bookkeeping for freelancers and small businesses.">'

/** Named as the build does, so that a visitor downloads it once for all pages. The build fails when the name has changed. */
export const pageFont = '/assets/inter-latin-D_kKQ8EM.woff2'

const properties = Object.entries(pageColors).map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)

/** For the server's own pages. Their policy must allow `font-src 'self'`, and `img-src 'self'` for `/favicon.svg`. */
export const pageStyle = `
@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(${pageFont}) format("woff2")}
@font-face{font-family:"Inter Fallback";font-weight:100 500;src:local("Arial"),local("Liberation Sans"),local("Helvetica"),local("Roboto");ascent-override:90.49%;descent-override:22.56%;line-gap-override:0%;size-adjust:107.06%}
@font-face{font-family:"Inter Fallback";font-weight:600 900;src:local("Arial Bold"),local("Arial-BoldMT"),local("Liberation Sans Bold"),local("Helvetica Bold"),local("Helvetica-Bold"),local("Roboto Bold");ascent-override:95.58%;descent-override:23.83%;line-gap-override:0%;size-adjust:101.36%}
:root{color-scheme:light dark;${properties.join(';')};--raised:0 1px 2px rgb(0 0 0/.06),0 8px 24px -6px rgb(0 0 0/.18)}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--canvas);color:var(--ink);font:15px/1.5 "Inter Variable","Inter Fallback",system-ui,sans-serif;-webkit-font-smoothing:antialiased;overflow-wrap:break-word}
a{color:var(--accent);text-underline-offset:3px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
::placeholder{color:var(--muted);opacity:1}
.brand{display:inline-flex;align-items:center;gap:10px;color:var(--ink);font-size:17px;font-weight:600;letter-spacing:-.02em;text-decoration:none}
.brand img{display:block;width:28px;height:28px}
.field{display:grid;gap:6px;min-width:0}
.field label{font-size:14px;font-weight:500}
.field input,.field select{width:100%;min-width:0;height:40px;padding:0 12px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--control);border-radius:8px;transition:border-color .12s}
.field input:hover,.field select:hover{border-color:color-mix(in srgb,var(--ink) 60%,transparent)}
.field input:focus-visible,.field select:focus-visible{border-color:var(--accent);outline-width:1px;outline-offset:0}
.field input[aria-invalid]{border-color:var(--danger);outline-color:var(--danger)}
.button,button{display:flex;align-items:center;justify-content:center;width:100%;min-height:40px;padding:8px 16px;font:inherit;font-weight:500;text-decoration:none;color:var(--on-accent);background:var(--accent);border:1px solid transparent;border-radius:8px;cursor:pointer;transition:background-color .12s}
.button:hover,button:hover{background:var(--accent-strong)}
.button.quiet,button.quiet{color:var(--ink);background:var(--surface);border-color:var(--line)}
.button.quiet:hover,button.quiet:hover{background:var(--sunken)}
@media (pointer:coarse){.field input,.field select{height:44px;font-size:16px}.button,button{min-height:44px}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.button,button{border:1px solid}}
`

/** For the pages of the sandbox, which are on this origin but no part of the product. */
export const registerPageStyle = (app: FastifyInstance) => {
  app.get('/page-style.css', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(pageStyle),
  )
}
