import { Link } from 'wouter'
import { ButtonLink } from '#web/ui/button.tsx'

const NotFoundPage = () => (
  <div className="flex flex-col items-center gap-2 py-20 text-center">
    <h2 className="font-semibold text-2xl tracking-tight">404 Page Not Found</h2>
    <p className="text-muted">Did you forget to add the page to the router?</p>
    <Link href="/" asChild>
      <ButtonLink variant="secondary" className="mt-4">
        Go to the dashboard
      </ButtonLink>
    </Link>
  </div>
)

export default NotFoundPage
