import { Maximize2 } from 'lucide-react'
import { useId, useState, useSyncExternalStore } from 'react'
import { documentDesigns } from '#shared/pdf-document.ts'
import type { SampleBody } from '#web/features/business-profile/form/api.ts'
import type { PreviewImage } from '#web/lib/api/live-preview.ts'
import { cx } from '#web/ui/cx.ts'
import { Modal } from '#web/ui/modal.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Preview, SampleKind } from './use-preview.ts'

type ChoiceProps<T extends string> = {
  legend: string
  hideLegend?: boolean
  words: Record<T, string>
  value: T
  onChange: (value: T) => void
}

const Choice = <T extends string>({ legend, hideLegend = false, words, value, onChange }: ChoiceProps<T>) => {
  const name = useId()
  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-1.5 font-medium text-sm'}>{legend}</legend>
      <div className="inline-flex rounded-md bg-sunken p-0.5">
        {(Object.keys(words) as T[]).map((key) => (
          <label
            key={key}
            className="relative inline-flex h-8 cursor-pointer items-center rounded-md px-3 font-medium text-[0.8125rem] text-muted transition-colors hover:text-ink has-checked:bg-surface has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-11"
          >
            <input
              type="radio"
              name={name}
              value={key}
              checked={key === value}
              onChange={() => onChange(key)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            {words[key]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const ratios = { letter: 8.5 / 11, a4: 210 / 297 }
const documentLabels = { invoice: 'Invoice', estimate: 'Estimate' } as const

type Props = Preview & {
  /** 'beside': next to the form, as tall as the screen allows; 'strip': a small page with its caption beside it. */
  shape: 'beside' | 'strip'
}

export const PreviewPanel = ({ preview, kind, setKind, shape }: Props) => {
  const { image, failed } = useSyncExternalStore(preview.subscribe, preview.state)
  const [large, setLarge] = useState(false)
  const strip = shape === 'strip'
  return (
    <section aria-label="Preview" className={cx(strip ? 'flex items-center gap-4' : 'grid gap-3')}>
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-2',
          strip ? 'order-last min-w-0 flex-1 flex-col items-start' : 'justify-between',
        )}
      >
        <p className="font-semibold">Preview</p>
        <Choice legend="What the preview shows" hideLegend words={documentLabels} value={kind} onChange={setKind} />
        {strip && <Caption kind={kind} failed={failed} retry={preview.retry} />}
      </div>
      <Page image={image} failed={failed} strip={strip} enlarge={() => setLarge(true)} />
      {!strip && <Caption kind={kind} failed={failed} retry={preview.retry} />}
      {image && (
        <Modal title={`Sample ${documentLabels[kind].toLowerCase()}`} open={large} onClose={() => setLarge(false)} size="xl">
          <div className="mb-4">
            <Choice legend="What the sample shows" hideLegend words={documentLabels} value={kind} onChange={setKind} />
          </div>
          <img
            src={image.url}
            alt={getAltText(image)}
            className="mx-auto w-full max-w-[51rem] bg-white shadow-raised"
            style={{ aspectRatio: ratios[image.body.pageSize] }}
          />
        </Modal>
      )}
    </section>
  )
}

const getAltText = ({ body }: PreviewImage<SampleBody>) =>
  `First page of a sample ${body.kind} in the ${documentDesigns[body.pdfTheme]} theme, with the business details from this form`

type PageProps = { image: PreviewImage<SampleBody> | undefined; failed: boolean; strip: boolean; enlarge: () => void }

const Page = ({ image, failed, strip, enlarge }: PageProps) => {
  const ratio = ratios[image?.body.pageSize ?? 'letter']
  // As wide as the space, but no taller than fits between header and footer, with the caption of a strip beside it.
  const size = strip ? { height: 'min(11rem, (100vw - 14.75rem) * 1.25)' } : { width: `min(100%, calc((100dvh - 15rem) * ${ratio}))` }
  return (
    <div
      className={cx('group relative mx-auto shrink-0 overflow-hidden rounded-sm bg-white shadow-raised ring-1 ring-black/10')}
      style={{ ...size, aspectRatio: ratio }}
    >
      {image ? (
        <>
          <img src={image.url} alt={getAltText(image)} decoding="sync" className="absolute inset-0 size-full object-contain object-top" />
          <button type="button" onClick={enlarge} className="absolute inset-0 rounded-sm" title="Enlarge">
            <span className="sr-only">Enlarge the sample</span>
            <span
              aria-hidden
              className="absolute right-2 bottom-2 grid size-8 place-items-center rounded-md bg-black/70 text-white opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
            >
              <Maximize2 className="size-4" />
            </span>
          </button>
        </>
      ) : (
        !failed && <Skeleton className="size-full rounded-none" />
      )}
    </div>
  )
}

/** Keeps its height whatever it shows. */
const Caption = ({ kind, failed, retry }: { kind: SampleKind; failed: boolean; retry: () => void }) => (
  <p role="status" className="min-h-10 text-[0.8125rem] text-muted">
    {failed ? (
      <>
        The preview could not be loaded.{' '}
        <button type="button" onClick={retry} className="font-medium text-ink underline underline-offset-2 pointer-coarse:py-2">
          Try again
        </button>
      </>
    ) : (
      `Sample ${kind} with your details.`
    )}
  </p>
)
