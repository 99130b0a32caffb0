import { Check, ConciergeBell, Gift, Luggage, type LucideIcon } from 'lucide-react'
import { texts } from '../../texts.ts'

const { landing: words } = texts
const icons: readonly LucideIcon[] = [ConciergeBell, Luggage, Gift]

/** What there is for managers, for clients, and the rewards. */
export function Features() {
  return (
    <section id="come-funziona" tabIndex={-1} aria-labelledby="how" className="scroll-mt-16 px-4 py-16 sm:py-24">
      <div className="mx-auto max-w-6xl">
        <h2 id="how" className="max-w-3xl font-display text-3xl font-medium sm:text-5xl">
          {words.howTitle}
        </h2>
        <p className="mt-4 text-lg text-muted">{words.howLead}</p>
        <ul className="mt-10 grid gap-5 lg:grid-cols-3">
          {words.features.map((feature, index) => (
            <Feature key={feature.title} icon={icons[index] ?? Gift} {...feature} />
          ))}
        </ul>
      </div>
    </section>
  )
}

interface FeatureProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly points: readonly string[]
}

function Feature({ icon: Icon, title, text, points }: FeatureProps) {
  return (
    <li className="flex flex-col rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">
      <span
        aria-hidden="true"
        className="grid h-17 w-14 place-items-center rounded-t-full rounded-b-md bg-olive-soft pt-1.5 text-olive"
      >
        <Icon className="size-6" strokeWidth={1.6} />
      </span>
      <h3 className="mt-6 font-display text-2xl font-medium">{title}</h3>
      <p className="mt-2 text-muted">{text}</p>
      <ul className="mt-6 grid gap-3 border-t border-line pt-6">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-brand" />
            {point}
          </li>
        ))}
      </ul>
    </li>
  )
}
