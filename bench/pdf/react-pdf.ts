import { join } from 'node:path'
import { Document, Font, Image, Link, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
import { drawPrintedQrCode } from '#server/platform/pdf/document-payload.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'

const fonts = join(import.meta.dirname, '../../src/server/platform/pdf/fonts')
Font.register({
  family: 'Inter',
  fonts: [
    { src: join(fonts, 'Inter_400Regular.ttf'), fontWeight: 400 },
    { src: join(fonts, 'Inter_600SemiBold.ttf'), fontWeight: 600 },
  ],
})

const css = StyleSheet.create({
  page: { fontFamily: 'Inter', fontSize: 9, padding: 48 },
  row: { flexDirection: 'row', justifyContent: 'space-between' },
  line: { flexDirection: 'row', borderBottomWidth: 0.5, borderBottomColor: '#ddd', paddingVertical: 5 },
  bold: { fontWeight: 600 },
  wide: { flex: 1 },
  figure: { width: 70, textAlign: 'right' },
  logo: { width: 120 },
  code: { width: 60, height: 60 },
  foot: { position: 'absolute', bottom: 24, left: 48, right: 48, flexDirection: 'row', justifyContent: 'space-between', fontSize: 7 },
})

const cells = (texts: string[], fixed = false) =>
  h(
    View,
    { style: css.line, fixed, wrap: false },
    ...texts.map((text, index) => h(Text, { style: index === 0 ? css.wide : css.figure }, text)),
  )
const block = (...texts: string[]) => h(View, null, ...texts.filter(Boolean).map((text) => h(Text, null, text)))

/** The same QR code, drawn by the same path. */
const code = (url: string) => {
  const [, viewBox, d] = /viewBox="([^"]+)".* d="([^"]+)"/.exec(drawPrintedQrCode(url) ?? '') ?? []
  return d && h(Svg, { viewBox: viewBox!, style: css.code }, h(Path, { d, fill: '#000' }))
}

const logo = (picture: PdfDocument['logo']) =>
  picture && 'bytes' in picture && h(Image, { src: { data: Buffer.from(picture.bytes), format: 'png' }, style: css.logo })

/** Renders the document's text, amounts, logo and QR code by @react-pdf/renderer in one plain layout. */
export const renderWithReactPdf = (document: PdfDocument): Promise<Buffer> =>
  renderToBuffer(
    h(
      Document,
      null,
      h(
        Page,
        { size: document.size === 'a4' ? 'A4' : 'LETTER', style: css.page },
        logo(document.logo),
        h(
          View,
          { style: css.row },
          block(document.business.name, ...document.business.lines),
          h(Text, { style: css.bold }, `${document.words.title} ${document.number}`),
          block(document.mark, document.markDay),
        ),
        h(
          View,
          { style: css.row },
          block(document.words.billedTo, document.customer.name, ...document.customer.lines),
          block(...document.dates.map(({ label, value }) => `${label} ${value}`)),
        ),
        cells([document.words.description, document.words.quantity, document.words.unitPrice, document.words.amount], true),
        ...document.lines.map((line) => cells([line.description, line.quantity, line.unitPrice, line.total])),
        ...document.totals.map(({ label, value }) => h(View, { style: css.row }, h(Text, null, label), h(Text, null, value))),
        document.link && h(Link, { src: document.link.url }, `${document.link.words} ${document.link.url}`),
        document.link && code(document.link.url),
        block(document.notes && document.words.notes, document.notes),
        block(document.terms && document.words.terms, document.terms),
        h(
          View,
          { style: css.foot, fixed: true },
          h(Text, null, `${document.business.name} · ${document.number}`),
          h(Text, {
            render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) => `Page ${pageNumber} of ${totalPages}`,
          }),
        ),
      ),
    ),
  )
