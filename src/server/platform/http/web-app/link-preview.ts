import { escapeHtml } from '#server/platform/text/plain-text.ts'
import { getPublicPath } from '#shared/paths.ts'
import { type DocumentKind, documentKinds } from '#shared/record-types.ts'

type Preview = { title: string; description: string; url?: string }

/** They name neither the business nor an amount: a chat shows a preview to everyone in it. */
const documentPreviews: Record<DocumentKind, Preview> = {
  invoice: { title: 'Pay invoice', description: 'An invoice to view, pay or download as PDF.' },
  estimate: { title: 'Estimate', description: 'An estimate to review, accept or download as PDF.' },
  'credit-note': { title: 'Credit note', description: 'A credit note to view or download as PDF.' },
}

const landingPreview: Preview = {
  title: 'Billfold: invoicing and bookkeeping for small businesses',
  description: 'Invoices, online payments, expenses and proper books in one place, for freelancers and small businesses.',
  url: '/',
}

/** Drawn by scripts/icons.ts. */
const picture = { path: '/preview.png', width: 1200, height: 630, alt: 'The logo of Billfold' }

const renderTags = ({ title, description, url }: Preview, origin: string): string => {
  const shared = { title, description, image: origin + picture.path }
  const tags = {
    property: {
      'og:site_name': 'Billfold',
      'og:type': 'website',
      ...(url !== undefined && { 'og:url': origin + url }),
      'og:title': shared.title,
      'og:description': shared.description,
      'og:image': shared.image,
      'og:image:width': picture.width,
      'og:image:height': picture.height,
      'og:image:alt': picture.alt,
    },
    name: {
      'twitter:card': 'summary_large_image',
      'twitter:title': shared.title,
      'twitter:description': shared.description,
      'twitter:image': shared.image,
      'twitter:image:alt': picture.alt,
    },
  }
  return Object.entries(tags)
    .flatMap(([attribute, values]) =>
      Object.entries(values).map(([name, value]) => `<meta ${attribute}="${name}" content="${escapeHtml(String(value))}">`),
    )
    .join('')
}

const findPreview = (path: string): Preview | undefined => {
  if (path === '/') return landingPreview
  const kind = documentKinds.find((kind) => path.startsWith(getPublicPath(kind, '')))
  return kind && documentPreviews[kind]
}

/** Writes what programs show in place of a link to the page: of the landing page and of customers' pages. Others stay as they are. */
export const fillPreview = (page: string, path: string, origin: string): string => {
  const preview = findPreview(path)
  if (!preview) return page
  const title = preview === landingPreview ? preview.title : `${preview.title} · Billfold`
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_all, start: string) => start + escapeHtml(preview.description))
    .replace('</head>', () => `${renderTags(preview, origin)}</head>`)
}
