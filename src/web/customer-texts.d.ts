/** Made by scripts/build/customer-texts.ts. */
declare module 'virtual:customer-texts' {
  type Texts = { texts: Readonly<Record<string, string>>; units: Readonly<Record<string, string>>; direction: 'ltr' | 'rtl' }
  const loaders: Readonly<Record<Exclude<import('#shared/document-languages.ts').DocumentLanguage, 'en'>, () => Promise<Texts>>>
  export default loaders
}
