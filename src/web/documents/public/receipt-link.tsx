import { Download } from 'lucide-react'
import { ButtonLink } from '#web/ui/button.tsx'

type Props = { publicId: string; className?: string }

/** The receipt as a PDF; it is there once something was paid. */
export const ReceiptLink = ({ publicId, className }: Props) => (
  <ButtonLink
    variant="secondary"
    className={className}
    href={`/api/public/invoice/${encodeURIComponent(publicId)}/receipt`}
    target="_blank"
    rel="noopener noreferrer"
  >
    <Download />
    Download Receipt
  </ButtonLink>
)
