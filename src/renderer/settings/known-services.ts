import type { AppState } from '../../shared/contract'
import { serviceWords } from '../words/service-words'

/** A service as a person knows it: by the address that named it last. */
export type KnownService = { readonly service: number; readonly name: string }

/** The services that a new address may be the same as. */
export function servicesBefore({ services }: Pick<AppState, 'services'>): readonly KnownService[] {
  return services.map(({ service, addresses }) => ({
    service,
    name: addresses.at(-1) ?? serviceWords.unknown,
  }))
}

/** The other addresses that the service in use goes by; none unless it has moved. */
export function otherNames({
  services,
  serviceAddress,
}: Pick<AppState, 'services' | 'serviceAddress'>): readonly string[] {
  const own = services.find(({ addresses }) => addresses.includes(serviceAddress))
  return own?.addresses.filter((address) => address !== serviceAddress) ?? []
}
