import { type Clock, systemClock } from "@cenote/core";
import { type ChannelOptions, connectivityState, experimental } from "@grpc/grpc-js";
import { type HealthWatch, watchHealth } from "./health-watch";

// grpc-js ignores the `healthCheckConfig` of a service config: it has no health checking of its own, but lets a load
// balancer say which connections are healthy.

type Subchannel = experimental.SubchannelInterface;

const NAME = "cenote_serving";

/** An entry of `loadBalancingConfig`: calls go round the connected replicas of a service that say they serve. */
export const servingBalancer = (service: string): object => ({ [NAME]: { service } });

const CLOCK = "cenote.clock";

/** An option of the client: a load balancing config is JSON. */
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

/** What the connections of one client have in common. */
interface Replicas {
  readonly service: string;
  readonly clock: Clock;
  /** Addresses of replicas that say they do not serve. A new connection to one is not trusted until it says it does. */
  readonly resting: Set<string>;
  readonly inUse: Set<Replica>;
  /** After every change. */
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

  /** Once it is not connected any more: for the next connection there is another one. */
  protected override destroy(): void {
    this.connection.removeConnectivityStateListener(this.follow);
    // Or it would keep a connection open that the server closes gracefully.
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
    return this.replicas.resting.has(this.connection.getAddress());
  }

  /** Whether it gets calls. */
  use(isUsed: boolean): void {
    this.setHealthy(isUsed);
  }

  private readonly follow = (): void => {
    const { service, clock } = this.replicas;
    if (this.isConnected) this.watch ??= watchHealth(this.connection.getChannel(), service, this.heard, clock);
    this.replicas.update();
  };

  private readonly heard = (isServing: boolean): void => {
    if (isServing) this.replicas.resting.delete(this.connection.getAddress());
    else this.replicas.resting.add(this.connection.getAddress());
    this.replicas.update();
  };
}

/** grpc-js wants its own connections of a picker, not ours. */
const unwrapping = (picker: experimental.Picker): experimental.Picker => ({
  pick(args) {
    const picked = picker.pick(args);
    return picked.subchannel instanceof Replica ? { ...picked, subchannel: picked.subchannel.connection } : picked;
  },
});

/**
 * `round_robin` without the replicas that say they do not serve. If no connected one serves, all get calls: they know
 * best why they refuse them.
 */
class ServingBalancer implements experimental.LoadBalancer {
  private readonly child: experimental.ChildLoadBalancerHandler;
  private readonly resting = new Set<string>();
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
            resting: this.resting,
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
    for (const address of this.resting) if (!listed.has(address)) this.resting.delete(address);
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
