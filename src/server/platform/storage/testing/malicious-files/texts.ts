import { gzipSync } from 'node:zlib'
import { join, latin1, type MaliciousFile, mark, php, script } from './bytes.ts'

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" onload="${mark}()">${script}</svg>`
const html = `<!DOCTYPE html><html><body>${script}</body></html>`
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const entity = '<!ENTITY x SYSTEM "file:///etc/passwd">'

const svgs: Record<string, Buffer | string> = {
  'an SVG with a script': svg,
  'an SVG after a byte order mark': `\xef\xbb\xbf${svg}`,
  'an SVG in UTF-16, little-endian': join('\xff\xfe', Buffer.from(svg, 'utf16le')),
  'an SVG in UTF-16, big-endian': join('\xfe\xff', utf16be(svg)),
  'an SVG in UTF-16 without a byte order mark': Buffer.from(svg, 'utf16le'),
  'an SVG in UTF-7': '+ADw-svg xmlns=+ACI-http://www.w3.org/2000/svg+ACI- onload=+ACI-alert(1)+ACI-+AD4-',
  'an SVG with a namespace prefix': `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>${mark}()</s:script></s:svg>`,
  'an SVG in capitals': svg.toUpperCase(),
  'an SVG after a declaration and comments': `<?xml version="1.0"?><!-- ${'x'.repeat(6000)} -->${svg}`,
  'an SVG after many lines': `${'\n'.repeat(5000)}${svg}`,
  'an SVG with a foreign object': `<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe src="javascript:${mark}()"/></foreignObject></svg>`,
  'an SVG with an entity of a local file': `<?xml version="1.0"?><!DOCTYPE svg [${entity}]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
  'an SVG with entities that multiply': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${mark}"><!ENTITY b "${'&a;'.repeat(99)}">]><svg>${'&b;'.repeat(99)}</svg>`,
  'a compressed SVG': gzipSync(svg),
}
const pages: Record<string, Buffer | string> = {
  'an HTML page': html,
  'a script alone': script,
  'a page after a byte order mark': `\xef\xbb\xbf${html}`,
  'a page in UTF-16': join('\xff\xfe', Buffer.from(html, 'utf16le')),
  'a page after zeros': `\0\0\0\0${html}`,
  'a page that redirects': `<meta http-equiv="refresh" content="0;url=javascript:${mark}()">`,
  'a page that begins like a GIF': `GIF8${html}`,
  'a page that begins nearly like a PNG': `\x89PNG\n${html}`,
  'a page as an email': `MIME-Version: 1.0\nContent-Type: text/html\n\n${html}`,
  XHTML: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">${script}</html>`,
  'XML with a stylesheet': `<?xml version="1.0"?><?xml-stylesheet href="javascript:${mark}()"?><a/>`,
  'XML with an entity of a local file': `<?xml version="1.0"?><!DOCTYPE a [${entity}]><a>&x;</a>`,
}
const others: Record<string, Buffer | string> = {
  'an empty file': '',
  'a single byte': '\xff',
  zeros: Buffer.alloc(1000),
  PHP: php,
  'a shell script': `#!/bin/sh\n${mark}\n`,
  'a web server configuration': `AddType application/x-httpd-php .png\n# ${mark}`,
  JSON: JSON.stringify({ [mark]: ['x'] }),
  'a CSV file with a formula': `=cmd|'/c ${mark}'!A0,1\n`,
  'a style sheet': `body{background:url(javascript:${mark}())}`,
  'an ImageMagick drawing': `push graphic-context\nfill 'url(https://evil.example/"|${mark}")'\npop graphic-context`,
  PostScript: `%!PS-Adobe-3.0 EPSF-3.0\n(${mark}) print`,
  'a bitmap': `BM${mark}`,
  'a TIFF': `II*\0\x08\0\0\0${mark}`,
  'a big-endian TIFF': `MM\0*\0\0\0\x08${mark}`,
  'an icon': `\0\0\x01\0\x01\0${mark}`,
  'a Photoshop file': `8BPS\0\x01${mark}`,
  'a HEIC photo': `\0\0\0\x18ftypheic\0\0\0\0mif1heic${mark}`,
  'a video': `\0\0\0\x18ftypisom\0\0\0\0isommp42${mark}`,
  'JPEG XL': `\xff\x0a${mark}`,
  'JPEG 2000': `\0\0\0\x0cjP  \r\n\x87\n${mark}`,
  'a portable pixmap': `P6 1 1 255\n${mark}`,
  Radiance: `#?RADIANCE\n${mark}`,
  OpenEXR: `v/1\x01\x02\0\0\0${mark}`,
  FITS: `SIMPLE  =                    T ${mark}`,
  Flash: `FWS\x09${mark}`,
  'a ZIP archive': `PK\x03\x04${mark}`,
  'a Java archive': join('PK\x03\x04', 'META-INF/MANIFEST.MF', mark),
  'a RAR archive': `Rar!\x1a\x07\x01\0${mark}`,
  'a 7z archive': `7z\xbc\xaf\x27\x1c${mark}`,
  'a Windows program': `MZ\x90\0\x03\0\0\0${mark}`,
  'a Linux program': `\x7fELF\x02\x01\x01${mark}`,
  'a Mac program': `\xcf\xfa\xed\xfe${mark}`,
  'a Java class': `\xca\xfe\xba\xbe${mark}`,
  WebAssembly: `\0asm\x01\0\0\0${mark}`,
  'the test file of virus scanners': 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
  'a PDF that is cut off': `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(${mark})>>>>`,
  'a PDF after a page': `${html}\n%PDF-1.7\n%%EOF`,
}

/** Files that aren't pictures, whatever their names. */
export const texts = (): MaliciousFile[] => {
  const named = (files: Record<string, Buffer | string>, fileName?: string) =>
    Object.entries(files).map(([name, content]) => ({
      name,
      bytes: typeof content === 'string' ? latin1(content) : content,
      ...(fileName ? { fileName } : {}),
    }))
  return [
    ...named(svgs),
    ...named(pages),
    ...named(others),
    ...named({ 'an SVG named .png': svg }, 'logo.png'),
    ...named({ 'an SVG named .svg.jpg': svg }, 'logo.svg.jpg'),
    ...named({ 'a page named .png': html }, 'logo.png'),
    ...named({ 'a page named .jpg': html }, 'logo.jpg'),
    ...named({ 'PHP named .php.gif': php }, 'logo.php.gif'),
  ]
}
