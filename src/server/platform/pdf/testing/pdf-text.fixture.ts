import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const withDocument = async <Result>(bytes: Uint8Array, read: (document: PDFDocumentProxy) => Promise<Result>) => {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0, fontExtraProperties: true }).promise
  try {
    return await read(document)
  } finally {
    await document.loadingTask.destroy()
  }
}

/** The text of each page as it would be copied, without white space and break marks, which depend on the layout. */
export const readPageTexts = (bytes: Uint8Array): Promise<string[]> =>
  withDocument(bytes, async (document) => {
    const texts: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const content = await (await document.getPage(number)).getTextContent()
      texts.push(squash(content.items.map((item) => ('str' in item ? item.str : '')).join('')))
    }
    return texts
  })

/** Where the texts of a page begin, in whole millimetres from the left, and from the line that is 105 mm above the foot. The last of equal ones counts. */
export const readTextPlaces = (bytes: Uint8Array, number: number): Promise<Map<string, [number, number]>> =>
  withDocument(bytes, async (document) => {
    const { items } = await (await document.getPage(number)).getTextContent()
    const toMillimetres = (points: number) => (points / 72) * 25.4
    const places = items.flatMap((item): [string, [number, number]][] => {
      if (!('str' in item)) return []
      const [x, y] = item.transform.slice(4) as [number, number]
      return [[item.str, [Math.round(toMillimetres(x)), Math.round(105 - toMillimetres(y))]]]
    })
    return new Map(places)
  })

/** The texts of a page that lie on each other or beyond its right edge. */
export const findCollisions = (bytes: Uint8Array, number: number): Promise<string[]> =>
  withDocument(bytes, async (document) => {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const texts = items.flatMap((item) => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [x, y] = item.transform.slice(4) as [number, number]
      return [{ text: item.str, from: x, to: x + item.width, y }]
    })
    const edge = page.getViewport({ scale: 1 }).width
    return texts.flatMap((one, i) => [
      ...(one.to > edge ? [`${one.text} beyond the edge`] : []),
      ...texts
        .slice(i + 1)
        .filter((other) => Math.abs(one.y - other.y) < 5 && one.from < other.to - 1 && other.from < one.to - 1)
        .map((other) => `${one.text} on ${other.text}`),
    ])
  })

type Tagged = { role?: string; children?: Tagged[] }
const listRoles = (node: Tagged): string[] => [node.role ?? '', ...(node.children ?? []).flatMap(listRoles)].filter(Boolean)

/** The first page's link URLs and tag roles in reading order, and the part of PDF/UA that the file declares. */
export const readLinksAndTags = (bytes: Uint8Array) =>
  withDocument(bytes, async (document) => {
    const page = await document.getPage(1)
    const links = (await page.getAnnotations()).map(({ url }) => url as string | undefined).filter((url) => url !== undefined)
    const roles = listRoles(((await page.getStructTree()) ?? {}) as Tagged)
    const conformance: unknown = (await document.getMetadata()).metadata?.get('pdfuaid:part')
    return { links, roles, conformance }
  })

/** The fonts that the pages use, by name, and whether they are embedded. */
export const readFonts = (bytes: Uint8Array): Promise<Map<string, boolean>> =>
  withDocument(bytes, async (document) => {
    const fonts = new Map<string, boolean>()
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { fnArray, argsArray } = await page.getOperatorList()
      for (const [index, operation] of fnArray.entries()) {
        if (operation !== OPS.setFont) continue
        const font = page.commonObjs.get(argsArray[index][0]) as { name: string; missingFile?: boolean }
        fonts.set(font.name, font.missingFile !== true)
      }
    }
    return fonts
  })

/** The width and height of the first page in points. */
export const readPageSize = (bytes: Uint8Array): Promise<[number, number]> =>
  withDocument(bytes, async (document) => {
    const [, , width, height] = (await document.getPage(1)).view
    return [Math.round(width!), Math.round(height!)]
  })

export const squash = (text: string): string => text.replace(/[\s\u200b\u200e]+/g, '')
