import { Download } from 'lucide-react'
import { publicInvoiceEndpoints } from '#shared/contract/endpoints/public-invoice.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { t } from './language.ts'

type Props = { publicId: string; className?: string }

export const ReceiptLink = ({ publicId, className }: Props) => (
  <ButtonLink
    variant="secondary"
    className={className}
    href={getEndpointUrl(publicInvoiceEndpoints.receipt, { params: { publicId } })}
    target="_blank"
    rel="noopener noreferrer"
  >
    <Download />
    {t('Download Receipt')}
  </ButtonLink>
)
