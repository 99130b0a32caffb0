import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type BadgeTone = 'plain' | 'good' | 'warm' | 'gold' | 'bad'

const tones: Readonly<Record<BadgeTone, string>> = {
  plain: 'bg-line text-ink',
  good: 'bg-olive-soft text-olive',
  warm: 'bg-brand-soft text-brand-strong',
  gold: 'bg-honey-soft text-honey-ink',
  bad: 'bg-danger-soft text-danger',
}

export function Badge({ tone = 'plain', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}
