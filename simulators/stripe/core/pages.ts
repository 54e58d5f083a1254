import { html } from '#simulators/kit/pages/html.ts'
import { createPages } from '#simulators/kit/pages/pages.ts'

export const { renderPage, renderNotice, sendPage, redirect } = createPages({
  name: 'Sandbox checkout',
  banner: html`<strong>Sandbox:</strong> no real money moves. Never enter a real card.`,
})
