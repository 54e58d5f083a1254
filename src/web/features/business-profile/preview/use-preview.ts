import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { businessDefaults } from '#shared/business-defaults.ts'
import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import type { SampleBody } from '#web/features/business-profile/form/api.ts'
import type { Values } from '#web/features/business-profile/form/profile-values.ts'
import { createLivePreview } from '#web/lib/api/live-preview.ts'
import { isTextField, toSampleBody } from './sample-body.ts'

export type SampleKind = NonNullable<SampleBody['kind']>

/** Typing doesn't rerender the form: the component that shows the image subscribes to it. */
export const usePreview = ({ subscribe, getValues }: Pick<UseFormReturn<Values>, 'subscribe' | 'getValues'>) => {
  const [preview] = useState(() => createLivePreview<SampleBody>(businessProfileEndpoints.preview))
  const [kind, setKind] = useState<SampleKind>('invoice')
  const lastColors = useRef<Pick<Values, 'pdfPrimaryColor' | 'pdfAccentColor'>>(businessDefaults)
  useEffect(() => {
    const follow = ({ name }: { name?: string | undefined } = {}) => {
      const body = toSampleBody(getValues(), kind, lastColors.current)
      lastColors.current = body
      preview.update(body, isTextField(name) ? 'typed' : 'chosen')
    }
    follow()
    return subscribe({ formState: { values: true }, callback: follow })
  }, [preview, kind, subscribe, getValues])
  useEffect(() => preview.watchOnline(), [preview])
  return { preview, kind, setKind }
}
export type Preview = ReturnType<typeof usePreview>
