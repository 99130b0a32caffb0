import { placeTypes, priceLevels, ratingSteps, type PlaceType } from '../../../contract/place-search.ts'
import { CheckBox } from '../../components/CheckBox.tsx'
import { Form } from '../../components/Form.tsx'
import { Select } from '../../components/Select.tsx'
import { Slider } from '../../components/Slider.tsx'
import { TextInput } from '../../components/TextInput.tsx'
import { oneDecimal } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import type { usePlaceSearch } from './place-search.ts'

const { places: words } = texts
const types = placeTypes.map((value) => ({ value, label: words.types[value] }))
const prices = priceLevels.map((label, level) => ({ value: String(level), label }))

type Search = Pick<ReturnType<typeof usePlaceSearch>, 'wanted' | 'set'>

/** it searches by itself, so there is nothing to press. */
export function PlaceFilters({ search: { wanted, set } }: { readonly search: Search }) {
  const rating = oneDecimal(wanted.minRating)
  return (
    <Form label={words.form} onSubmit={() => undefined} faults={0}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextInput
          label={words.query}
          hint={words.queryHint}
          type="search"
          name="query"
          maxLength={100}
          value={wanted.query}
          onChange={({ target }) => set('query', target.value)}
        />
        <TextInput
          label={words.location}
          optional
          name="location"
          maxLength={100}
          value={wanted.location}
          onChange={({ target }) => set('location', target.value)}
        />
      </div>
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          label={words.type}
          choices={types}
          value={wanted.type}
          onChange={({ target }) => set('type', target.value as PlaceType)}
        />
        <Select
          label={words.maxPrice}
          choices={prices}
          placeholder={words.anyPrice}
          value={wanted.maxPrice}
          onChange={({ target }) => set('maxPrice', target.value)}
        />
        <Slider
          label={words.minRating}
          {...ratingSteps}
          value={wanted.minRating}
          shown={wanted.minRating === 0 ? words.anyRating : words.ratingShown(rating)}
          spoken={wanted.minRating === 0 ? words.anyRating : words.ratingSpoken(rating)}
          onChange={(value) => set('minRating', value)}
        />
        <CheckBox
          label={words.openNow}
          checked={wanted.openNow}
          onChange={({ target }) => set('openNow', target.checked)}
        />
      </div>
    </Form>
  )
}
