import { join } from 'node:path'
import { Document, Font, Image, Link, Page, Path, renderToBuffer, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
import { qrSvg } from '#server/platform/pdf/qr.ts'
import type { Paper } from '#shared/paper.ts'

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

/** The same code, drawn by the same path. */
const code = (url: string) => {
  const [, viewBox, d] = /viewBox="([^"]+)".* d="([^"]+)"/.exec(qrSvg(url) ?? '') ?? []
  return d && h(Svg, { viewBox: viewBox!, style: css.code }, h(Path, { d, fill: '#000' }))
}

const logo = (picture: Paper['logo']) =>
  picture && 'bytes' in picture && h(Image, { src: { data: Buffer.from(picture.bytes), format: 'png' }, style: css.logo })

/** The same words, figures, logo and QR code, drawn by @react-pdf/renderer in one plain arrangement. */
export const rivalPdf = (paper: Paper): Promise<Buffer> =>
  renderToBuffer(
    h(
      Document,
      null,
      h(
        Page,
        { size: paper.size === 'a4' ? 'A4' : 'LETTER', style: css.page },
        logo(paper.logo),
        h(
          View,
          { style: css.row },
          block(paper.business.name, ...paper.business.lines),
          h(Text, { style: css.bold }, `${paper.words.title} ${paper.number}`),
          block(paper.mark, paper.markDay),
        ),
        h(
          View,
          { style: css.row },
          block(paper.words.billedTo, paper.customer.name, ...paper.customer.lines),
          block(...paper.dates.map(({ label, value }) => `${label} ${value}`)),
        ),
        cells([paper.words.description, paper.words.quantity, paper.words.unitPrice, paper.words.amount], true),
        ...paper.lines.map((line) => cells([line.description, line.quantity, line.unitPrice, line.total])),
        ...paper.totals.map(({ label, value }) => h(View, { style: css.row }, h(Text, null, label), h(Text, null, value))),
        paper.link && h(Link, { src: paper.link.url }, `${paper.link.words} ${paper.link.url}`),
        paper.link && code(paper.link.url),
        block(paper.notes && paper.words.notes, paper.notes),
        block(paper.terms && paper.words.terms, paper.terms),
        h(
          View,
          { style: css.foot, fixed: true },
          h(Text, null, `${paper.business.name} · ${paper.number}`),
          h(Text, {
            render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) => `Page ${pageNumber} of ${totalPages}`,
          }),
        ),
      ),
    ),
  )
