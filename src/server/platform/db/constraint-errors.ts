/** The name of the foreign key that a statement offended: it referred to a row that isn't there, or isn't this user's. */
export const getViolatedForeignKey = (error: unknown): string | undefined => {
  // The query builder wraps what the database said.
  const said = (error instanceof Error && error.cause ? error.cause : error) as { code?: string; constraint?: string } | null
  return said?.code === '23503' ? said.constraint : undefined
}
