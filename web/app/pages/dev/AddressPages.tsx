import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Address, addressSelected } from '../../../contract/travel/places.ts'
import {
  AddressAutocomplete,
  type SuggestionSource,
  type SuggestionTiming,
  suggestionTimings,
} from '../../components/address-autocomplete.tsx'
import { Card } from '../../components/data-display.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { gazetteerSource, useAddressSource } from '../../shared/address-source.ts'
import { addressTexts } from '../../components/address-autocomplete.texts.ts'

const framePath = '/address-frame'

/** @rule R-111 developer page comparing the four address widgets */
export function AddressTestPage() {
  return (
    <PageLayout title={addressTexts.developerPages.compareTitle} intro={addressTexts.developerPages.compareIntro}>
      <FieldComparison source={useAddressSource()} path={framePath} />
    </PageLayout>
  )
}

/** The same without Google, regardless of a configured key. */
export function AddressTestFixedPage() {
  return (
    <PageLayout title={addressTexts.developerPages.fixedTitle} intro={addressTexts.developerPages.fixedIntro}>
      <FieldComparison source={gazetteerSource} path={`${framePath}?gazetteer`} />
    </PageLayout>
  )
}

/** The widgets in use, configured as in the product. */
export function AddressWorkingPage() {
  return (
    <PageLayout
      title={addressTexts.developerPages.workingTitle}
      intro={addressTexts.developerPages.workingIntro}
      narrow
    >
      <FieldCard
        title={addressTexts.developerPages.registration}
        source={useAddressSource()}
        timing={suggestionTimings.registration}
      />
      <Card title={addressTexts.developerPages.frame}>
        <AddressFrame path={framePath} />
      </Card>
    </PageLayout>
  )
}

function FieldComparison({ source, path }: { readonly source: SuggestionSource | null; readonly path: string }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <FieldCard
        title={addressTexts.developerPages.registration}
        source={source}
        timing={suggestionTimings.registration}
      />
      <FieldCard title={addressTexts.developerPages.fast} source={source} timing={suggestionTimings.fast} />
      <FieldCard title={addressTexts.developerPages.relaxed} source={source} timing={suggestionTimings.relaxed} />
      <Card title={addressTexts.developerPages.frame}>
        <AddressFrame path={path} />
      </Card>
    </div>
  )
}

function FieldCard({
  title,
  ...fieldProps
}: {
  readonly title: string
  readonly source: SuggestionSource | null
  readonly timing: SuggestionTiming
}) {
  const [address, setAddress] = useState<Address | null>(null)
  return (
    <Card title={title}>
      <div className="grid gap-3">
        <AddressField {...fieldProps} onChoose={setAddress} />
        <AddressDetails address={address} />
      </div>
    </Card>
  )
}

/** @rule A-30 framed by our own pages; posts the chosen address to its parent on the same origin */
export function AddressFramePage() {
  const [searchParams] = useSearchParams()
  const defaultSource = useAddressSource()
  return (
    <main aria-label={addressTexts.developerPages.frameTitle} className="grid gap-4 p-4">
      <h1 className="text-lg font-semibold">{addressTexts.developerPages.frameTitle}</h1>
      <AddressField
        source={searchParams.has('gazetteer') ? gazetteerSource : defaultSource}
        timing={suggestionTimings.relaxed}
        onChoose={notifyParent}
      />
    </main>
  )
}

const notifyParent = (address: Address | null) => {
  if (address !== null && parent !== window) parent.postMessage({ type: 'address-selected', address }, location.origin)
}

/** @rule Q-79 accepts messages of the right type from this frame and our origin only */
function AddressFrame({ path }: { readonly path: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [address, setAddress] = useState<Address | null>(null)
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      const message = addressSelected.safeParse(data)
      if (message.success) setAddress(message.data.address)
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <div className="grid gap-3">
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page; a sandbox would hide its origin */}
      <iframe
        ref={frame}
        src={path}
        title={addressTexts.developerPages.frameTitle}
        className="h-96 w-full rounded-control border border-line"
      />
      <AddressDetails address={address} />
    </div>
  )
}

interface AddressFieldProps {
  readonly source: SuggestionSource | null
  readonly timing: SuggestionTiming
  readonly onChoose: (address: Address | null) => void
}

/** Address field with its own text state. */
function AddressField({ source, timing, onChoose }: AddressFieldProps) {
  const [text, setText] = useState('')
  return (
    <AddressAutocomplete
      label={addressTexts.developerPages.label}
      source={source}
      timing={timing}
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

/** All parts of the chosen address. */
function AddressDetails({ address }: { readonly address: Address | null }) {
  if (address === null) return <p className="text-sm text-muted">{addressTexts.developerPages.nothingChosen}</p>
  const { coordinates, ...parts } = address
  const values = { ...parts, coordinates: coordinates && `${coordinates.lat}, ${coordinates.lng}` }
  return (
    <dl className="grid gap-1 text-sm" aria-label={addressTexts.developerPages.chosen}>
      {Object.entries(addressTexts.developerPages.fields).map(([field, name]) => (
        <div key={field} className="flex justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 text-right break-words">
            {values[field as keyof typeof values] ?? addressTexts.developerPages.unknown}
          </dd>
        </div>
      ))}
    </dl>
  )
}
