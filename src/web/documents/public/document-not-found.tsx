import { FileQuestion } from 'lucide-react'
import { find, t } from './language.ts'
import { getTitle, type PublicDocument } from './public-document.ts'

/** The same page for every URL without a document; it doesn't tell whether one ever existed. */
export default function DocumentNotFound({ doc }: { doc: PublicDocument }) {
  return (
    <div className="flex flex-col items-center px-4 py-20 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted">
        <FileQuestion className="size-7" aria-hidden />
      </span>
      <h1 className="mt-5 font-semibold text-2xl tracking-tight">{find(`${getTitle(doc)} Not Found`)}</h1>
      <p className="mt-2 max-w-md text-muted">{find(`The ${doc} you're looking for doesn't exist or has been removed.`)}</p>
      <p className="mt-4 max-w-md text-muted text-sm">
        {t('Check that the link is complete, or ask the business that sent it for a new one.')}
      </p>
    </div>
  )
}
