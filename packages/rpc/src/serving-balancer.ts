import { type Clock, systemClock } from "@cenote/core";
import { type ChannelOptions, connectivityState, experimental } from "@grpc/grpc-js";
import { type HealthWatch, watchHealth } from "./health-watch";

// grpc-js ignores the `healthCheckConfig` of a service config: it has no health checking of its own, but lets a load
// balancer say which connections are healthy.

type Subchannel = experimental.SubchannelInterface;

const NAME = "cenote_serving";

/** An entry of `loadBalancingConfig`: round robin over the connected replicas of a service whose health is SERVING. */
export const servingBalancer = (service: string): object => ({ [NAME]: { service } });

const CLOCK = "cenote.clock";

/** Passes the clock as an option of the client, because a load balancing config is JSON. */
export const servingClock = (clock: Clock): ChannelOptions => ({ [CLOCK]: clock });

class ServingConfig implements experimental.TypedLoadBalancingConfig {
  constructor(readonly service: string) {}
  getLoadBalancerName(): string {
    return NAME;
  }
  toJsonObject(): object {
    return servingBalancer(this.service);
  }
  static createFromJson({ service }: { readonly service: string }): ServingConfig {
    return new ServingConfig(service);
  }
}

/** The state that the connections of one client share. */
interface Replicas {
  readonly service: string;
  readonly clock: Clock;
  /** Addresses of replicas whose health is NOT_SERVING. A new connection to one gets no calls until it is SERVING. */
  readonly notServing: Set<string>;
  readonly inUse: Set<Replica>;
  /** Called after every change. */
  update(): void;
}

/** The address of one replica, until a connection to it has ended. */
class Replica extends experimental.BaseSubchannelWrapper {
  private watch: HealthWatch | undefined;

  constructor(
    readonly connection: Subchannel,
    private readonly replicas: Replicas,
  ) {
    super(connection);
  }

  override ref(): void {
    super.ref();
    if (this.replicas.inUse.has(this)) return;
    this.replicas.inUse.add(this);
    this.connection.addConnectivityStateListener(this.follow);
    this.follow();
  }

  /** Called when the connection has ended. The next connection gets another instance. */
  protected override destroy(): void {
    this.connection.removeConnectivityStateListener(this.follow);
    // Otherwise the watch would keep a connection open that the server closes gracefully.
    this.watch?.stop();
    this.watch = undefined;
    this.replicas.inUse.delete(this);
    this.replicas.update();
    super.destroy();
  }

  get isConnected(): boolean {
    return this.connection.getConnectivityState() === connectivityState.READY;
  }

  get isResting(): boolean {
    return this.replicas.notServing.has(this.connection.getAddress());
  }

  /** Sets whether the replica gets calls. */
  use(isUsed: boolean): void {
    this.setHealthy(isUsed);
  }

  private readonly follow = (): void => {
    const { service, clock } = this.replicas;
    if (this.isConnected) this.watch ??= watchHealth(this.connection.getChannel(), service, this.heard, clock);
    this.replicas.update();
  };

  private readonly heard = (isServing: boolean): void => {
    if (isServing) this.replicas.notServing.delete(this.connection.getAddress());
    else this.replicas.notServing.add(this.connection.getAddress());
    this.replicas.update();
  };
}

/** Unwraps the connections that a picker returns, because grpc-js requires its own. */
const unwrapping = (picker: experimental.Picker): experimental.Picker => ({
  pick(args) {
    const picked = picker.pick(args);
    return picked.subchannel instanceof Replica ? { ...picked, subchannel: picked.subchannel.connection } : picked;
  },
});

/**
 * `round_robin` without the replicas whose health is NOT_SERVING. If no connected replica is SERVING, all of them get
 * calls, and reject them with their own error.
 */
class ServingBalancer implements experimental.LoadBalancer {
  private readonly child: experimental.ChildLoadBalancerHandler;
  private readonly notServing = new Set<string>();
  private readonly inUse = new Set<Replica>();
  private service = "";
  private clock = systemClock;

  constructor(helper: experimental.ChannelControlHelper) {
    this.child = new experimental.ChildLoadBalancerHandler(
      experimental.createChildChannelControlHelper(helper, {
        createSubchannel: (address, options) =>
          new Replica(helper.createSubchannel(address, options), {
            service: this.service,
            clock: this.clock,
            notServing: this.notServing,
            inUse: this.inUse,
            update: this.update,
          }),
        updateState(state, picker, errorMessage) {
          helper.updateState(state, unwrapping(picker), errorMessage);
        },
      }),
    );
  }

  updateAddressList(...[endpoints, config, options, note]: Parameters<experimental.LoadBalancer["updateAddressList"]>) {
    if (!(config instanceof ServingConfig)) return false;
    this.service = config.service;
    this.clock = (options[CLOCK] as Clock | undefined) ?? systemClock;
    if (endpoints.ok) this.forgetAllBut(endpoints.value);
    return this.child.updateAddressList(
      endpoints,
      experimental.parseLoadBalancingConfig({ round_robin: {} }),
      options,
      note,
    );
  }

  private readonly update = (): void => {
    const replicas = [...this.inUse];
    const isAnyServing = replicas.some((replica) => replica.isConnected && !replica.isResting);
    for (const replica of replicas) replica.use(!isAnyServing || !replica.isResting);
  };

  private forgetAllBut(endpoints: readonly experimental.Endpoint[]): void {
    const listed = new Set(
      endpoints.flatMap(({ addresses }) => addresses.map((address) => experimental.subchannelAddressToString(address))),
    );
    for (const address of this.notServing) if (!listed.has(address)) this.notServing.delete(address);
  }

  exitIdle(): void {
    this.child.exitIdle();
  }
  resetBackoff(): void {
    this.child.resetBackoff();
  }
  destroy(): void {
    this.child.destroy();
  }
  getTypeName(): string {
    return NAME;
  }
}

experimental.registerLoadBalancerType(NAME, ServingBalancer, ServingConfig);
