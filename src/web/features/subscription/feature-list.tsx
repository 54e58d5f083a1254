import { Check } from 'lucide-react'

type Props = { features: readonly string[]; label?: string | undefined; className?: string | undefined }

export const FeatureList = ({ features, label, className }: Props) => (
  <ul aria-label={label} className={`grid content-start gap-2 text-sm ${className ?? ''}`}>
    {features.map((feature) => (
      <li key={feature} className="flex items-start gap-2">
        <Check className="mt-0.5 size-4 shrink-0 text-accent" aria-hidden /> {feature}
      </li>
    ))}
  </ul>
)
