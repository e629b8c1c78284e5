{{- define "assay.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* What tells the Pods of a part from all others; never changes with a version. */}}
{{- define "assay.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "assay.image" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ .image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "assay.runsCode" -}}
{{- if eq .Values.sandbox.mode "kubernetes" }}true{{ end -}}
{{- end -}}

{{/* The content is in the name: boxes that start during an upgrade find the profile that they know. */}}
{{- define "assay.seccompFile" -}}
{{- printf "assay-%s.json" (.Files.Get "files/seccomp.json" | sha256sum | trunc 16) -}}
{{- end -}}

{{- define "assay.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "assay.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "assay.databaseVariable" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef: { name: {{ .Values.database.existingSecret }}, key: {{ .Values.database.key }} }
{{- end -}}

{{- define "assay.serviceKeyVariable" -}}
{{- if .Values.serviceKey.existingSecret -}}
- name: SERVICE_KEY
  valueFrom:
    secretKeyRef: { name: {{ .Values.serviceKey.existingSecret }}, key: {{ .Values.serviceKey.key }} }
{{- end -}}
{{- end -}}

{{- define "assay.freeVariables" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{/* Where a network policy lets a part go: everywhere but the refused addresses. */}}
{{- define "assay.egress" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        {{- with .Values.networkPolicy.refusedCidrs }}
        except: {{ toJson . }}
        {{- end }}
    - namespaceSelector: {}
{{- end -}}

{{- define "assay.sandboxVariables" -}}
- name: SANDBOX
  value: {{ .Values.sandbox.mode | quote }}
{{- if include "assay.runsCode" . }}
- name: SANDBOX_IMAGE
  value: {{ include "assay.image" (dict "root" . "image" .Values.sandbox.image) }}
- name: SANDBOX_IMAGES
  value: {{ $images := list }}
    {{- range $python, $image := .Values.sandbox.images }}{{ $images = append $images (printf "%s=%s" $python $image) }}{{ end }}
    {{- join "," $images | quote }}
- name: SANDBOX_PACKAGES
  value: {{ join "," .Values.sandbox.packages | quote }}
- name: SANDBOX_POOL
  value: {{ .Values.sandbox.pool | quote }}
- name: SANDBOX_RUNTIME
  value: {{ .Values.sandbox.runtimeClass.name | quote }}
- name: SANDBOX_NAMESPACE
  value: {{ .Values.sandbox.namespace | quote }}
- name: SANDBOX_SECCOMP_PROFILE
  value: {{ include "assay.seccompFile" . | quote }}
- name: SANDBOX_NODE_SELECTOR
  value: {{ $labels := list }}
    {{- range $name, $value := .Values.sandbox.nodeSelector }}{{ $labels = append $labels (printf "%s=%s" $name $value) }}{{ end }}
    {{- join "," $labels | quote }}
- name: SANDBOX_TOLERATIONS
  value: {{ $taints := list }}
    {{- range .Values.sandbox.tolerations }}{{ $taints = append $taints (printf "%s=%s:%s" .key .value .effect) }}{{ end }}
    {{- join "," $taints | quote }}
{{- with .Values.sandbox.warmPool }}
{{- if .name }}
- name: SANDBOX_WARM_POOL
  value: {{ .name | quote }}
- name: SANDBOX_WARM_POOL_SECRET
  valueFrom:
    secretKeyRef: { name: {{ .existingSecret }}, key: {{ .key }} }
{{- end }}
{{- end }}
{{- end }}
{{- end -}}
