/** The name of the foreign key that a statement violated: the row that it refers to does not exist, or belongs to another user. */
export const getViolatedForeignKey = (error: unknown): string | undefined => {
  // The query builder wraps the database's error.
  const databaseError = (error instanceof Error && error.cause ? error.cause : error) as { code?: string; constraint?: string } | null
  return databaseError?.code === '23503' ? databaseError.constraint : undefined
}
