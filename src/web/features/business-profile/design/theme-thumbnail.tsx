import type { ReactElement } from 'react'
import type { DocumentDesign } from '#shared/pdf-document.ts'

type Colors = { primary: string; accent: string }
const text = '#c9ced3'
const line = (x: number, y: number, width: number, height = 2) => <rect x={x} y={y} width={width} height={height} rx={0.75} fill={text} />
const rows = (x: number, width: number, from: number) =>
  [0, 6, 12].map((step) => (
    <g key={step}>
      {line(x, from + step, width * 0.5)}
      {line(x + width * 0.82, from + step, width * 0.18)}
    </g>
  ))

const drawings: Record<DocumentDesign, (colors: Colors) => ReactElement> = {
  classic: ({ primary, accent }) => (
    <>
      <rect x={7} y={8} width={24} height={4} rx={1} fill={primary} />
      <rect x={7} y={16} width={54} height={1} fill={primary} />
      <rect x={7} y={22} width={17} height={4} rx={1} fill={primary} />
      {line(7, 30, 20)}
      {line(7, 34, 15)}
      <rect x={42} y={22} width={19} height={14} fill="none" stroke={primary} strokeWidth={0.75} />
      <rect x={7} y={42} width={54} height={4} fill={primary} />
      {rows(7, 54, 50)}
      <rect x={41} y={69} width={20} height={3} rx={1} fill={accent} />
    </>
  ),
  modern: ({ primary, accent }) => (
    <>
      <rect width={68} height={3} fill={accent} />
      <rect x={44} y={9} width={17} height={4} rx={1} fill={accent} />
      <rect x={7} y={18} width={54} height={20} rx={2.5} fill={accent} />
      <rect x={11} y={22} width={18} height={4} rx={1} fill="#ffffff" />
      <rect x={11} y={31} width={12} height={3} rx={1.5} fill="#ffffff" opacity={0.85} />
      <rect x={7} y={44} width={54} height={0.9} fill={primary} />
      {rows(7, 54, 48)}
      <rect x={38} y={67} width={23} height={6} rx={1} fill={accent} opacity={0.2} />
      <rect x={48} y={69} width={11} height={2} rx={0.75} fill={primary} />
    </>
  ),
  elegant: ({ primary, accent }) => (
    <>
      <rect width={68} height={23} fill={primary} />
      <rect x={19} y={9} width={30} height={3.5} rx={1} fill="#ffffff" />
      <rect x={29} y={15} width={10} height={1} fill={accent} />
      <rect x={24} y={29} width={20} height={3} rx={1} fill={accent} />
      <rect x={7} y={40} width={54} height={0.9} fill={accent} />
      {rows(7, 54, 45)}
      <rect x={7} y={62} width={54} height={0.9} fill={accent} />
      <rect x={37} y={68} width={24} height={3} rx={1} fill={primary} />
    </>
  ),
  minimal: ({ primary, accent }) => (
    <>
      <rect x={21} y={8} width={22} height={5} rx={1} fill={primary} />
      {line(21, 20, 10)}
      {line(36, 20, 10)}
      {line(51, 20, 10)}
      {line(7, 30, 8)}
      {line(21, 30, 18)}
      {line(21, 34, 14)}
      <rect x={21} y={43} width={40} height={0.75} fill={primary} />
      {rows(21, 40, 47)}
      <rect x={21} y={64} width={40} height={0.75} fill={primary} />
      <rect x={46} y={69} width={15} height={3} rx={1} fill={primary} />
      <rect x={21} y={69} width={12} height={2.5} rx={1} fill={accent} />
    </>
  ),
  creative: ({ primary, accent }) => (
    <>
      <rect width={4} height={88} fill={accent} />
      <path d="M49 0h19v19a19 19 0 0 1-19-19z" fill={accent} />
      <circle cx={45} cy={6} r={4} fill={primary} />
      <rect x={60} y={20} width={8} height={6} rx={2} fill={primary} />
      <rect x={10} y={18} width={28} height={7} rx={1.5} fill={primary} />
      <rect x={10} y={29} width={14} height={2.5} rx={1} fill={accent} />
      <rect x={10} y={41} width={51} height={1.2} fill={primary} />
      {rows(10, 51, 46)}
      <path d="M38 65h30v8h-28a2 2 0 0 1-2-2z" fill={primary} />
      <rect x={53} y={67.5} width={11} height={3} rx={1} fill={accent} />
    </>
  ),
}

export const ThemeThumbnail = ({ theme, ...colors }: { theme: DocumentDesign } & Colors) => (
  <svg viewBox="0 0 68 88" aria-hidden className="block w-full rounded-[3px] bg-white shadow-xs ring-1 ring-black/10">
    {drawings[theme](colors)}
  </svg>
)
