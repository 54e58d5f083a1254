/** A bigint in the database, and a safe integer in code; undefined for a text that no row's id is written as. */
export const readRowId = (text: string): number | undefined => {
  const id = Number(text)
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id) ? id : undefined
}
