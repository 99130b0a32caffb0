import { useState } from 'react'
import type { Address } from '../../../contract/places.ts'
import type { Manner, Suggests } from '../../components/address-combobox.ts'
import { AddressAutocomplete } from '../../components/AddressAutocomplete.tsx'
import { texts } from '../../texts.ts'

interface AddressWidgetProps {
  readonly source: Suggests | null
  readonly manner: Manner
  readonly onChoose: (address: Address | null) => void
}

/** The field by itself, with a text of its own. */
export function AddressWidget({ source, manner, onChoose }: AddressWidgetProps) {
  const [text, setText] = useState('')
  return (
    <AddressAutocomplete
      label={texts.addresses.workshop.label}
      source={source}
      manner={manner}
      value={text}
      onType={(typed) => {
        setText(typed)
        onChoose(null)
      }}
      onChoose={(address) => {
        setText(address.fullAddress)
        onChoose(address)
      }}
    />
  )
}
