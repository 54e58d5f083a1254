/** @param what in the plural, e.g. 'Plans' */
export const NotInDemo = ({ what }: { what: string }) => (
  <p className="text-pretty text-muted text-sm">
    {what} are not part of the demo.{' '}
    <a
      href="/api/login?create=1&other=1"
      className="inline-flex items-center font-medium text-accent underline underline-offset-2 pointer-coarse:min-h-11"
    >
      Create your own account
    </a>{' '}
    to use them.
  </p>
)
