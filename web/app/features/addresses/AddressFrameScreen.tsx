import { useSearchParams } from 'react-router-dom'
import type { Address } from '../../../contract/places.ts'
import { manners } from '../../components/address-combobox.ts'
import { gazetteerSource, useAddressSource } from '../../shared/addresses/source.ts'
import { texts } from '../../texts.ts'
import { AddressWidget } from './AddressWidget.tsx'

/** What other pages of ours show in a frame: tells its parent, on our own origin only, what was chosen. */
export function AddressFrameScreen() {
  const [asked] = useSearchParams()
  const usual = useAddressSource()
  return (
    <main aria-label={texts.addresses.workshop.frameTitle} className="grid gap-4 p-4">
      <h1 className="text-lg font-semibold">{texts.addresses.workshop.frameTitle}</h1>
      <AddressWidget source={asked.has('gazetteer') ? gazetteerSource : usual} manner={manners.calm} onChoose={tell} />
    </main>
  )
}

const tell = (address: Address | null) => {
  if (address !== null && parent !== window) parent.postMessage({ type: 'address-selected', address }, location.origin)
}
