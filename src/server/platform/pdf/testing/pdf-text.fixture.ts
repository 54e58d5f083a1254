import { getDocument, OPS, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const open = async <Found>(bytes: Uint8Array, look: (document: PDFDocumentProxy) => Promise<Found>) => {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0, fontExtraProperties: true }).promise
  try {
    return await look(document)
  } finally {
    await document.loadingTask.destroy()
  }
}

/** What somebody sees who copies the text: one string a page, white space and break marks left out (they depend on the layout). */
export const readPageTexts = (bytes: Uint8Array): Promise<string[]> =>
  open(bytes, async (document) => {
    const texts: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const content = await (await document.getPage(number)).getTextContent()
      texts.push(squash(content.items.map((item) => ('str' in item ? item.str : '')).join('')))
    }
    return texts
  })

type Tagged = { role?: string; children?: Tagged[] }
const rolesIn = (node: Tagged): string[] => [node.role ?? '', ...(node.children ?? []).flatMap(rolesIn)].filter(Boolean)

/** For the first page: addresses of its links and roles of its tags in reading order; and the part of PDF/UA that the file claims. */
export const readLinksAndTags = (bytes: Uint8Array) =>
  open(bytes, async (document) => {
    const page = await document.getPage(1)
    const links = (await page.getAnnotations()).map(({ url }) => url as string | undefined).filter((url) => url !== undefined)
    const roles = rolesIn(((await page.getStructTree()) ?? {}) as Tagged)
    const conformance: unknown = (await document.getMetadata()).metadata?.get('pdfuaid:part')
    return { links, roles, conformance }
  })

/** Fonts that the pages use, by name, and whether the file brings them along. */
export const readFonts = (bytes: Uint8Array): Promise<Map<string, boolean>> =>
  open(bytes, async (document) => {
    const fonts = new Map<string, boolean>()
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { fnArray, argsArray } = await page.getOperatorList()
      for (const [index, what] of fnArray.entries()) {
        if (what !== OPS.setFont) continue
        const font = page.commonObjs.get(argsArray[index][0]) as { name: string; missingFile?: boolean }
        fonts.set(font.name, font.missingFile !== true)
      }
    }
    return fonts
  })

/** Width and height of the first page, in points. */
export const readPageSize = (bytes: Uint8Array): Promise<[number, number]> =>
  open(bytes, async (document) => {
    const [, , width, height] = (await document.getPage(1)).view
    return [Math.round(width!), Math.round(height!)]
  })

export const squash = (text: string): string => text.replace(/[\s\u200b\u200e]+/g, '')
