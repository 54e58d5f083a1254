import { escapeHtml } from '#server/platform/text/escape-html.ts'

/** Prose with `code` and *stress* in it, as HTML. */
export const renderProse = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')

/** 'Business profile' -> 'business-profile': what an address names a chapter by. */
export const toAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')

/** Text for the eye, in lines as they are. */
export const renderCode = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`
