/**
 * The host of a payment service as paper names it, with its port where that is not the usual one. A name that is no
 * address (practice has one) stands as it is.
 * @param service the service's name, as a receipt or a refund carries it.
 */
export function serviceHost(service: string): string {
  try {
    return new URL(service).host || service
  } catch {
    return service
  }
}
