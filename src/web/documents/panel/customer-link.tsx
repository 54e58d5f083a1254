import { Link } from 'wouter'

type Props = { id: number; customer: { name: string; company?: string | null; email: string | null } }

export const CustomerLink = ({ id, customer: { name, company, email } }: Props) => (
  <div className="min-w-0">
    <Link
      href={`/customers/${id}`}
      className="pointer-coarse:-my-2.5 pointer-coarse:relative font-medium underline-offset-2 pointer-coarse:inline-block pointer-coarse:min-w-11 pointer-coarse:py-2.5 [overflow-wrap:anywhere] hover:text-accent hover:underline"
    >
      <bdi>{name}</bdi>
    </Link>
    {company && (
      <p className="text-sm [overflow-wrap:anywhere]">
        <bdi>{company}</bdi>
      </p>
    )}
    {email && <p className="text-muted text-sm [overflow-wrap:anywhere]">{email}</p>}
  </div>
)
