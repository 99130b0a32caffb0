import { memoryKeyring } from '../../../infrastructure/keyring/memory-keyring.ts'
import { keyringContract } from './keyring.contract.ts'

keyringContract('memory', () => {
  const keyring = memoryKeyring()
  return { here: keyring, there: keyring, close: () => Promise.resolve() }
})
