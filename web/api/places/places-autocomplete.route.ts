import { TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { mostSuggestions, type Address } from '../../contract/places.ts'
import { isProvince } from '../../contract/provinces.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const placesAutocompleteRoute = ({ places }: Hall) =>
  reading(calls.placesAutocomplete, ({ query }) =>
    TE.right(
      places
        .suggest(query.input, mostSuggestions)
        .map((found): Address => ({ ...found, state: isProvince(found.state) ? found.state : null })),
    ),
  )
