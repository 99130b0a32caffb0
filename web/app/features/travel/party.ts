import { partnerSearch } from '../../../contract/bookings.ts'
import { useStayForm, type TypedStay } from './stay-form.ts'

/** As the fields hold it; `ages` has a place for every child there may be. */
export interface TypedParty extends TypedStay {
  readonly adults: string
  readonly children: string
  readonly ages: readonly string[]
}

/** V-78, C-25 */
export const party = { adults: { least: 1, most: 10 }, children: { least: 0, most: 10 }, ages: { least: 0, most: 17 } }

const nobody: TypedParty = {
  destination: '',
  checkIn: '',
  checkOut: '',
  adults: '2',
  children: '0',
  ages: Array.from({ length: party.children.most }, () => ''),
}

export const agesAsked = ({ children, ages }: TypedParty) => ages.slice(0, Number(children))

export const usePartySearch = () =>
  useStayForm(
    nobody,
    partnerSearch,
    (typed) => ({
      ...typed,
      adults: Number(typed.adults),
      ages: agesAsked(typed).map((age) => (age === '' ? undefined : Number(age))),
    }),
    agesAsked,
  )
