import { type Html, html } from '#simulators/kit/pages/html.ts'
import { page } from './layout.ts'

type Notice = {
  title: string
  text: string
  good?: boolean
  link?: { url: string; label: string } | null
  actions?: Html
  closes?: boolean
}

const icon = (good: boolean): Html =>
  html`<svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${
    good ? html`<path d="M5 12.5l4.5 4.5L19 7.5"/>` : html`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`
  }</svg>`

/** A page that only says something, with one link or some buttons at most. */
export const noticePage = ({ title, text, good = false, link = null, actions, closes = false }: Notice): string =>
  page(
    `${title} – PayPal sandbox`,
    html`<section class="notice"><span class="${good ? 'mark good' : 'mark'}">${icon(good)}</span><h1>${title}</h1><p>${text}</p>${
      link && html`<a class="go" href="${link.url}">${link.label}</a>`
    }${actions}</section>`,
    closes,
  )
