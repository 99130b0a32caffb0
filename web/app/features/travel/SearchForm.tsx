import { Search } from 'lucide-react'
import { useState } from 'react'
import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind, useForm } from '../../shared/form.ts'
import { daysLater, today } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import type { Stay } from './travel.queries.ts'

const { travel: words } = texts
const blank = { destination: '', checkIn: '', checkOut: '', guests: '2' }

interface SearchFormProps {
  readonly pending: boolean
  readonly onSearch: (stay: Stay) => void
}

/** */
export function SearchForm({ pending, onSearch }: SearchFormProps) {
  const form = useForm(blank, calls.hotels.query, (values) => values)
  const [complaint, setComplaint] = useState<string>()
  const firstDay = today()
  const { checkIn } = form.values
  const submit = () => {
    const complaint = complaintAbout(form.values, firstDay)
    setComplaint(complaint)
    const stay = form.check()
    if (stay !== null && complaint === undefined) onSearch(stay)
  }
  return (
    <Form label={words.search} onSubmit={submit} faults={form.faults}>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_6rem]">
        <TextInput label={words.destination} required {...bind(form, 'destination')} />
        <TextInput label={words.checkIn} type="date" min={firstDay} required {...bind(form, 'checkIn')} />
        <TextInput
          label={words.checkOut}
          type="date"
          min={checkIn === '' ? firstDay : daysLater(checkIn, 1)}
          required
          {...bind(form, 'checkOut')}
        />
        <TextInput label={words.guests} type="number" min={1} max={10} required {...bind(form, 'guests')} />
      </div>
      <FormAlert text={complaint} />
      <div>
        <Button type="submit" pending={pending} pendingText={words.searching}>
          <Search aria-hidden="true" className="size-4.5" />
          {words.search}
        </Button>
      </div>
    </Form>
  )
}

const complaintAbout = ({ destination, checkIn, checkOut }: typeof blank, firstDay: string) => {
  if (destination.trim() === '' || checkIn === '' || checkOut === '') return words.missing
  return checkOut <= checkIn || checkIn < firstDay ? words.datesWrong : undefined
}
