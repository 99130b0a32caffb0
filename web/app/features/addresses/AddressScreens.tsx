import { useState } from 'react'
import type { Address } from '../../../contract/places.ts'
import { manners, type Manner, type Suggests } from '../../components/address-combobox.ts'
import { Card } from '../../components/Card.tsx'
import { Screen } from '../../components/Screen.tsx'
import { gazetteerSource, useAddressSource } from '../../shared/addresses/source.ts'
import { texts } from '../../texts.ts'
import { AddressWidget } from './AddressWidget.tsx'
import { ChosenAddress } from './ChosenAddress.tsx'
import { FramedAddress } from './FramedAddress.tsx'

const { workshop: words } = texts.addresses
const frame = '/address-frame'

/** For developers: the four widgets beside one another. */
export function AddressTestScreen() {
  return (
    <Screen title={words.compareTitle} intro={words.compareIntro}>
      <Comparison source={useAddressSource()} path={frame} />
    </Screen>
  )
}

/** The same without Google, whether or not there is a key. */
export function AddressTestFixedScreen() {
  return (
    <Screen title={words.fixedTitle} intro={words.fixedIntro}>
      <Comparison source={gazetteerSource} path={`${frame}?gazetteer`} />
    </Screen>
  )
}

/** What the product uses, as it uses it. */
export function AddressWorkingScreen() {
  return (
    <Screen title={words.workingTitle} intro={words.workingIntro} narrow>
      <Widget title={words.registration} source={useAddressSource()} manner={manners.registration} />
      <Card title={words.frame}>
        <FramedAddress path={frame} />
      </Card>
    </Screen>
  )
}

function Comparison({ source, path }: { readonly source: Suggests | null; readonly path: string }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Widget title={words.registration} source={source} manner={manners.registration} />
      <Widget title={words.quick} source={source} manner={manners.quick} />
      <Widget title={words.calm} source={source} manner={manners.calm} />
      <Card title={words.frame}>
        <FramedAddress path={path} />
      </Card>
    </div>
  )
}

function Widget({
  title,
  ...how
}: {
  readonly title: string
  readonly source: Suggests | null
  readonly manner: Manner
}) {
  const [address, setAddress] = useState<Address | null>(null)
  return (
    <Card title={title}>
      <div className="grid gap-3">
        <AddressWidget {...how} onChoose={setAddress} />
        <ChosenAddress address={address} />
      </div>
    </Card>
  )
}
