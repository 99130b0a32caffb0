import { Search } from 'lucide-react'
import { calls } from '../../../contract/calls.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { bind } from '../../shared/form.ts'
import { texts } from '../../texts.ts'
import { useStayForm } from './stay-form.ts'
import { DayFields, DestinationField } from './StayFields.tsx'
import type { Stay } from './travel.queries.ts'

const { travel: words } = texts
const blank = { destination: '', checkIn: '', checkOut: '', guests: '2' }

interface SearchFormProps {
  readonly pending: boolean
  readonly onSearch: (stay: Stay) => void
}

/** */
export function SearchForm({ pending, onSearch }: SearchFormProps) {
  const { form, complaint, judged } = useStayForm(blank, calls.hotels.query, (values) => values)
  const submit = () => {
    const stay = judged()
    if (stay !== null) onSearch(stay)
  }
  return (
    <Form label={words.search} onSubmit={submit} faults={form.faults}>
      <div className="grid items-start gap-4 @md:grid-cols-2 @3xl:grid-cols-[2fr_1fr_1fr_6rem]">
        <DestinationField form={form} />
        <DayFields form={form} />
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
