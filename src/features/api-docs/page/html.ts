import { escapeHtml } from '#server/platform/text/plain-text.ts'

/** Prose with `code` and *emphasis* as HTML. */
export const renderProse = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')

/** 'Business profile' -> 'business-profile': the id of a section. */
export const toAnchor = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')

/** Preformatted text. */
export const renderCode = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`
