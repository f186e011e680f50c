/** The parts of Kubernetes objects that the tests read. */

export type Labels = Readonly<Record<string, string>>;

interface Named<Kind extends string> {
  readonly kind: Kind;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
}

interface Reference {
  readonly name: string;
  readonly key: string;
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: Reference };
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly grpc?: { readonly port: number };
  readonly timeoutSeconds: number;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly Variable[];
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly exec: { readonly command: readonly [string, string] } } };
  readonly resources: { readonly requests: Labels; readonly limits: Labels };
  readonly securityContext: object;
  readonly volumeMounts: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
    readonly subPath?: string;
  }[];
}

interface Selector {
  readonly matchLabels: Labels;
}

export interface Deployment extends Named<"Deployment"> {
  readonly spec: {
    readonly replicas?: number;
    readonly strategy: { readonly type: string };
    readonly selector: Selector;
    readonly template: {
      readonly metadata: { readonly labels: Labels; readonly annotations: Labels };
      readonly spec: {
        readonly automountServiceAccountToken: boolean;
        readonly serviceAccountName: string;
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly topologySpreadConstraints: readonly {
          readonly topologyKey: string;
          readonly labelSelector: Selector;
        }[];
        readonly containers: readonly [Container];
        readonly volumes: readonly {
          readonly name: string;
          readonly configMap?: { readonly name: string };
          readonly emptyDir?: object;
          readonly persistentVolumeClaim?: { readonly claimName: string };
        }[];
      };
    };
  };
}

export interface Service extends Named<"Service"> {
  readonly spec: {
    readonly clusterIP?: string;
    readonly selector: Labels;
    readonly ports: readonly { readonly name: string; readonly port: number; readonly targetPort: string }[];
  };
}

export interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string };
}

export interface NetworkRule {
  readonly ports: readonly { readonly protocol: string; readonly port: number }[];
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
}

export interface NetworkPolicy extends Named<"NetworkPolicy"> {
  readonly spec: {
    readonly podSelector: Selector;
    readonly policyTypes: readonly string[];
    readonly ingress: readonly NetworkRule[];
    readonly egress: readonly NetworkRule[];
  };
}

export interface DisruptionBudget extends Named<"PodDisruptionBudget"> {
  readonly spec: { readonly maxUnavailable: number; readonly selector: Selector };
}

export interface Autoscaler extends Named<"HorizontalPodAutoscaler"> {
  readonly spec: {
    readonly scaleTargetRef: { readonly kind: string; readonly name: string };
    readonly minReplicas: number;
    readonly maxReplicas: number;
  };
}

export interface ConfigMap extends Named<"ConfigMap"> {
  readonly data: Labels;
}

export interface Secret extends Named<"Secret"> {
  readonly data?: Labels;
  readonly stringData?: Labels;
}

export interface Ingress extends Named<"Ingress"> {
  readonly spec: {
    readonly rules: readonly {
      readonly host: string;
      readonly http: {
        readonly paths: readonly {
          readonly path: string;
          readonly pathType: string;
          readonly backend: { readonly service: { readonly name: string; readonly port: { readonly name: string } } };
        }[];
      };
    }[];
  };
}

interface ServiceAccount extends Named<"ServiceAccount"> {
  readonly automountServiceAccountToken: boolean;
}

interface VolumeClaim extends Named<"PersistentVolumeClaim"> {
  readonly spec: { readonly accessModes: readonly string[] };
}

interface PodMonitor extends Named<"PodMonitor"> {
  readonly spec: {
    readonly selector: Selector;
    readonly podMetricsEndpoints: readonly {
      readonly port: string;
      readonly path: string;
      readonly relabelings: readonly {
        readonly sourceLabels: readonly string[];
        readonly targetLabel: string;
        readonly replacement: string;
      }[];
    }[];
  };
}

interface PrometheusRule extends Named<"PrometheusRule"> {
  readonly spec: object;
}

export type KubernetesObject =
  | Deployment
  | Service
  | NetworkPolicy
  | DisruptionBudget
  | Autoscaler
  | ConfigMap
  | Secret
  | Ingress
  | ServiceAccount
  | VolumeClaim
  | PodMonitor
  | PrometheusRule;

/** Objects of one kind. */
export const ofKind = <Kind extends KubernetesObject["kind"]>(
  objects: readonly KubernetesObject[],
  kind: Kind,
): readonly Extract<KubernetesObject, { kind: Kind }>[] =>
  objects.filter((object): object is Extract<KubernetesObject, { kind: Kind }> => object.kind === kind);

/** Whether a selector matches a pod with these labels. */
export const finds = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);
