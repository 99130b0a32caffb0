import { useId } from 'react'
import { Card } from '../../components/Card.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { texts } from '../../texts.ts'
import { HotelSearch } from './HotelSearch.tsx'

const { section: words } = texts.travel

/** looking and booking, beside what it brings. */
export function BookingSection() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lg font-semibold">
          {words.title}
        </h2>
        <TextLink to="/my-travels">{words.all}</TextLink>
      </div>
      <HotelSearch aside={<Benefits />} />
    </section>
  )
}

function Benefits() {
  return (
    <Card title={words.benefitsTitle}>
      <dl className="grid gap-4 text-sm">
        {words.benefits.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="mt-0.5 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
