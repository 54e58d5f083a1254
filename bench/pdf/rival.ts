import { join } from 'node:path'
import { Document, Font, Image, Page, renderToBuffer, StyleSheet, Text, View } from '@react-pdf/renderer'
import { createElement as h } from 'react'
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
  foot: { position: 'absolute', bottom: 24, right: 48, fontSize: 7 },
})

const cells = (texts: string[], fixed = false) =>
  h(
    View,
    { style: css.line, fixed, wrap: false },
    ...texts.map((text, index) => h(Text, { style: index === 0 ? css.wide : css.figure }, text)),
  )
const block = (...texts: string[]) => h(View, null, ...texts.map((text) => h(Text, null, text)))

/** The same words and figures, drawn by @react-pdf/renderer in one plain arrangement. */
export const rivalPdf = (paper: Paper): Promise<Buffer> =>
  renderToBuffer(
    h(
      Document,
      null,
      h(
        Page,
        { size: paper.size === 'a4' ? 'A4' : 'LETTER', style: css.page },
        paper.logo && h(Image, { src: { data: Buffer.from(paper.logo.bytes), format: 'png' }, style: { width: 120 } }),
        h(
          View,
          { style: css.row },
          block(paper.business.name, ...paper.business.lines),
          h(Text, { style: css.bold }, `${paper.kind} ${paper.number}`),
        ),
        h(
          View,
          { style: css.row },
          block(paper.customer.name, ...paper.customer.lines),
          block(...paper.dates.map(({ label, value }) => `${label} ${value}`)),
        ),
        cells(['Description', 'Qty', 'Rate', 'Amount'], true),
        ...paper.lines.map((line) => cells([line.description, line.quantity, line.unitPrice, line.total])),
        ...paper.totals.map(({ label, value }) => h(View, { style: css.row }, h(Text, null, label), h(Text, null, value))),
        h(Text, null, paper.link === null ? '' : `${paper.link.words} ${paper.link.url}`),
        h(Text, null, paper.notes),
        h(Text, null, paper.terms),
        h(Text, {
          style: css.foot,
          fixed: true,
          render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages: number }) => `Page ${pageNumber} of ${totalPages}`,
        }),
      ),
    ),
  )
