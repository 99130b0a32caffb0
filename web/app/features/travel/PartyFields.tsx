import type { PartnerSearch } from '../../../contract/bookings.ts'
import { Select, type Choice } from '../../components/Select.tsx'
import { bind, type Form } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { agesAsked, party, type TypedParty } from './party.ts'

const words = texts.travel.partner

interface Range {
  readonly least: number
  readonly most: number
}

const choices = ({ least, most }: Range, label: (n: number) => string = String): readonly Choice[] =>
  Array.from({ length: most - least + 1 }, (_, n) => ({ value: String(least + n), label: label(least + n) }))
const adults = choices(party.adults)
const children = choices(party.children)
const years = choices(party.ages, words.years)

/** V-78: who travels; each child is asked its age. */
export function PartyFields({ form }: { readonly form: Form<TypedParty, PartnerSearch> }) {
  const { ages } = form.values
  const asked = agesAsked(form.values).map((age, place) => ({ age, place, label: words.age(place + 1) }))
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Select label={words.adults} choices={adults} {...bind(form, 'adults')} />
        <Select label={words.children} choices={children} {...bind(form, 'children')} />
      </div>
      {asked.length > 0 && (
        <fieldset>
          <legend className="mb-2 text-sm font-medium">{words.ages}</legend>
          <div className="grid grid-cols-2 items-start gap-4 @md:grid-cols-3">
            {asked.map(({ age, place, label }) => (
              <Select
                key={label}
                label={label}
                placeholder={words.ageUnsaid}
                choices={years}
                required
                value={age}
                error={form.errorOf(`ages.${place}`)}
                onChange={({ target }) => form.set('ages', ages.with(place, target.value))}
              />
            ))}
          </div>
        </fieldset>
      )}
    </>
  )
}
