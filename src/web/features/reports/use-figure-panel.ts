import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { FigureRef } from '#shared/api/reports.ts'
import { parseFigure, serializeFigure } from './figure-words.ts'

/** What the browser's history remembers: the report lies one step back. */
type Opened = { fromReport: boolean }

const addressWith = (figure: FigureRef | undefined): string => {
  const params = new URLSearchParams(location.search)
  if (figure) params.set('figure', serializeFigure(figure))
  else params.delete('figure')
  return `${location.pathname}?${params}`.replace(/\?$/, '')
}

/** Which figure's documents are listed: it is in the address, so that the browser's Back closes them and a reload keeps them. */
export const useFigurePanel = (): { figure: FigureRef | undefined; open: (figure: FigureRef) => void; close: () => void } => {
  const [, navigate] = useLocation()
  const figure = parseFigure(new URLSearchParams(useSearch()).get('figure'))
  return {
    figure,
    open: useCallback((next) => navigate(addressWith(next), { state: { fromReport: true } satisfies Opened }), [navigate]),
    close: useCallback(() => {
      if ((history.state as Partial<Opened> | null)?.fromReport) history.back()
      else navigate(addressWith(undefined), { replace: true })
    }, [navigate]),
  }
}
